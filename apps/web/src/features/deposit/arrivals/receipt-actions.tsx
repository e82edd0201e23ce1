import { useText } from '#core/i18n.tsx'
import { readRecent } from '#shared/games/recent.ts'
import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'
import { useDepositText } from '../text/deposit-text.ts'
import { Button } from '#ui/form/button.tsx'
import type { Row } from './arrivals.ts'
import styles from './receipt.module.css'

/** A sheet of home that the receipt leads to. */
export type NextSheet = { sheet: 'game'; game: string } | { sheet: 'transfer'; game: null }

type ReceiptActionsProps = {
  row: Row
  wallet: Wallet
  open: (next: NextSheet) => void
  onClose: () => void
  onAgain: () => void
}

/** Leads on to what the member came for: the game that was played last, or moving the money to one. */
export function ReceiptActions({ row, wallet, open, onClose, onAgain }: ReceiptActionsProps) {
  const text = useDepositText().receipt
  const { close } = useText().action
  const places = wallet.slots.filter(({ isActive, isClosed }) => isActive && !isClosed)
  const last = lastPlayed(wallet.profile._id, places)
  const again = (
    <Button kind="quiet" onClick={onAgain}>
      {text.again}
    </Button>
  )
  // What is held cannot be played with yet.
  if (row.status !== 'SUCCESS')
    return (
      <>
        <Button onClick={onClose}>{close}</Button>
        {again}
      </>
    )
  const toGame = (): void => {
    if (last) open({ sheet: 'game', game: last.code })
    else if (places.length > 0) open({ sheet: 'transfer', game: null })
    // Home and its games are behind the sheet.
    else onClose()
  }
  return (
    <>
      <Button onClick={toGame}>
        {last ? text.play(last.name) : places.length > 0 ? text.move : text.choose}
      </Button>
      <div className={styles.aside}>
        {again}
        <Button kind="quiet" onClick={onClose}>
          {close}
        </Button>
      </div>
    </>
  )
}

function lastPlayed(memberId: string, places: readonly GameAccount[]): GameAccount | undefined {
  for (const code of readRecent(memberId)) {
    const found = places.find((game) => game.code === code)
    if (found) return found
  }
  return undefined
}

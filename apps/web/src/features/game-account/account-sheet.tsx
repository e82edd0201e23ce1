import { useState } from 'react'
import { useNow } from '#core/browser/countdown.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatAgo, formatAmount, formatMoney } from '#core/format.ts'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { convertedOf, staleSince } from '#shared/games/figures.ts'
import { GamePicture } from '#shared/games/game-picture.tsx'
import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'
import { Button } from '#ui/form/button.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import styles from './account-sheet.module.css'
import { AppLinks } from './app-links.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { activate, useCredentials } from './queries.ts'
import { PlayPart } from './play-part.tsx'

type AccountSheetProps = {
  wallet: Wallet
  code: string
  /** Takes what was typed along; null while there is no transfer sheet. */
  onTransfer: ((amount: string) => void) | null
  onClose: () => void
}

/** A member's account at one game: the entrance, the money, the credentials; or the invitation to open an account. */
export function AccountSheet({ wallet, code, onTransfer, onClose }: AccountSheetProps) {
  const game = wallet.slots.find((slot) => slot.code === code)
  if (!game) return null
  return (
    <Sheet title={game.name} onClose={onClose}>
      {game.isActive ? (
        <Account game={game} wallet={wallet} onTransfer={onTransfer} />
      ) : (
        <Invitation game={game} />
      )}
    </Sheet>
  )
}

function Account({ game, wallet, onTransfer }: PartProps) {
  return (
    <>
      <Balance game={game} currency={wallet.currency} />
      {game.isClosed ? (
        <ClosedPart game={game} wallet={wallet} onTransfer={onTransfer} />
      ) : (
        <OpenPart game={game} wallet={wallet} onTransfer={onTransfer} />
      )}
    </>
  )
}

type PartProps = Omit<AccountSheetProps, 'code' | 'onClose'> & { game: GameAccount }

/** The operator accepts no more money for it: what is there is the member's, and can be taken out. */
function ClosedPart({ game, wallet, onTransfer }: PartProps) {
  const { games: text, home } = useMemberText()
  const units = useVisitorText().currency
  return (
    <>
      <p role="status">
        {text.shutSafe(game.name, formatMoney(game.amount, wallet.currency, units))}
      </p>
      {onTransfer && game.amount > 0 && (
        <Button onClick={() => onTransfer('')}>{home.transfer}</Button>
      )}
    </>
  )
}

function OpenPart({ game, wallet, onTransfer }: PartProps) {
  const credentials = useCredentials(game.code)
  return (
    <>
      <PlayPart
        game={game}
        wallet={wallet}
        loadCredentials={credentials.load}
        onTransfer={onTransfer}
      />
      <CredentialsCard credentials={credentials} />
      <AppLinks game={game} />
    </>
  )
}

function Balance({ game, currency }: { game: GameAccount; currency: Wallet['currency'] }) {
  const { games: text, ago } = useMemberText()
  const units = useVisitorText().currency
  const now = useNow(5_000)
  const since = staleSince(game, now)
  return (
    <div className={styles.balance}>
      <GamePicture game={game} size="row" />
      <div>
        <p className={styles.label}>{text.balance}</p>
        <MoneyText amount={game.amount} unit={units[currency]} />
        <p className={styles.label}>{text.converted(formatAmount(convertedOf(game)))}</p>
        {since !== null && <p className={styles.stale}>{text.asOf(formatAgo(since, now, ago))}</p>}
      </div>
    </div>
  )
}

function Invitation({ game }: { game: GameAccount }) {
  const text = useMemberText().games
  const queries = useQueries()
  const [isOpening, once] = useSending()
  const [refusal, setRefusal] = useState<string | null>(null)
  const faultText = useFaultText()

  async function open(): Promise<void> {
    setRefusal(null)
    try {
      await activate(game.code)
    } catch (fault) {
      // No alarm: the invitation stays, and says quietly why nothing was opened.
      setRefusal(faultText(fault))
    }
    // It also shows whether there is an account after all.
    await queries.invalidateQueries({ queryKey: ['wallet'] })
  }

  return (
    <div className={styles.invitation}>
      <GamePicture game={game} />
      <p className={styles.invite}>{text.invite(game.name)}</p>
      <p>{text.inviteLead}</p>
      <p role="status" className={styles.refused}>
        {refusal}
      </p>
      <Button busy={isOpening} onClick={() => void once(open)}>
        {text.activate}
      </Button>
    </div>
  )
}

import { useEffect, useState, type ReactNode } from 'react'
import { go } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import type { UnderWay as UnderWayAnswer } from '#shared/wallet/under-way.ts'
import { totalOf, type Wallet } from '#shared/wallet/wallet.ts'
import { LastSentence, Money } from './money/money.tsx'
import { useUnderWay } from './queries.ts'
import { ArrivalRow, type ArrivalRowProps } from './rows/arrival-row.tsx'
import { BonusRow, DepositRow, PrizesRow, TransferRow } from './rows/rows.tsx'
import { useWithdrawalRow } from './rows/withdrawal-row.tsx'
import { nextGame } from './start/next-game.ts'
import { NextGameCard } from './start/next-game-card.tsx'
import { StepsCard } from './start/steps-card.tsx'
import { useUnderWayText } from './text/under-way-text.ts'
import styles from './under-way.module.css'

type UnderWayProps = {
  wallet: Wallet | undefined
  /** What the money is available for, inside the card, or the stack below it; both use the same answer. */
  part: 'money' | 'stack'
  isSheetOpen: boolean
  onSheet: (sheet: 'deposit' | 'withdraw') => void
  onGame: (game: string) => void
  onKnown: () => void
  renderReceipt: ArrivalRowProps['renderReceipt']
  renderFilm: (close: () => void) => ReactNode
}

export function UnderWay({ wallet, part, ...props }: UnderWayProps) {
  if (wallet) return <Known {...props} wallet={wallet} part={part} />
  return part === 'money' ? <LastSentence /> : null
}

type KnownProps = UnderWayProps & { wallet: Wallet }

function Known({ part, ...props }: KnownProps) {
  const { underWay, isKnown } = useUnderWay(props.isSheetOpen)
  return part === 'money' ? (
    <Money wallet={props.wallet} underWay={underWay} isKnown={isKnown} />
  ) : (
    <Below {...props} underWay={underWay} isKnown={isKnown} />
  )
}

type BelowProps = Omit<KnownProps, 'part'> & {
  underWay: UnderWayAnswer | undefined
  isKnown: boolean
}

/** What changes with the member: news, what is under way, how to begin, or where to go on. */
function Below({ underWay, isKnown, onKnown, renderReceipt, renderFilm, ...props }: BelowProps) {
  const { wallet, isSheetOpen, onSheet, onGame } = props
  const rows = useRows({ underWay, wallet, onSheet })
  const next = nextGame(wallet)
  useEffect(() => {
    if (isKnown) onKnown()
  }, [isKnown, onKnown])
  const arrived = underWay?.arrived
  const isNew = underWay?.hasDeposited === false && totalOf(wallet) <= 0 && rows.length === 0
  return (
    <>
      {arrived && !isSheetOpen && (
        <ArrivalRow key={arrived._id} {...{ arrived, wallet, renderReceipt }} />
      )}
      <Stack rows={rows} />
      {isNew && <StepsCard renderFilm={renderFilm} />}
      {next && (
        <NextGameCard {...next} currency={wallet.currency} onOpen={() => onGame(next.game.code)} />
      )}
    </>
  )
}

/** A phone shows the first row; the others open on request, or on wide screens. */
function Stack({ rows }: { rows: readonly ReactNode[] }) {
  const text = useUnderWayText()
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 0) return null
  const more = rows.length - 1
  return (
    <div className={styles.stack} role="group" aria-label={text.title} data-open={isOpen}>
      {rows}
      {more > 0 && !isOpen && (
        <button type="button" className={styles.more} onClick={() => setOpen(true)}>
          {text.more(more)}
        </button>
      )}
    </div>
  )
}

type RowsProps = Pick<KnownProps, 'wallet' | 'onSheet'> & {
  underWay: UnderWayAnswer | undefined
}

/** Sorted by urgency. */
function useRows({ underWay, wallet, onSheet }: RowsProps): ReactNode[] {
  const withdrawal = useWithdrawalRow(underWay?.withdrawal ?? null, () => onSheet('withdraw'))
  if (!underWay) return []
  return [
    withdrawal,
    ...underWay.transfers.map((one) => (
      <TransferRow
        key={one._id}
        transfer={one}
        wallet={wallet}
        onOpen={() => go(paths.statement)}
      />
    )),
    ...underWay.deposits.map((one) => (
      <DepositRow
        key={one._id}
        deposit={one}
        wallet={wallet}
        // Received money is shown in the statement; anything else can still be paid.
        onOpen={() =>
          one.way === 'HELD' || one.way === 'BONUS' ? go(paths.statement) : onSheet('deposit')
        }
      />
    )),
    underWay.bonus && (
      <BonusRow
        key="bonus"
        bonus={underWay.bonus}
        withdrawable={underWay.withdrawable}
        wallet={wallet}
        onOpen={() => go(paths.bonus)}
      />
    ),
    underWay.kept && underWay.withdrawable.played && (
      <PrizesRow
        key="prizes"
        kept={underWay.kept}
        played={underWay.withdrawable.played}
        wallet={wallet}
        onOpen={() => onSheet('withdraw')}
      />
    ),
  ].filter((row) => row !== null)
}

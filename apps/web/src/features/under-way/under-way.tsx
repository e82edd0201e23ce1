import { useState, type ReactNode } from 'react'
import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { go } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { useUnderWayText } from './text/under-way-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { SplitBar } from '#ui/figures/split-bar.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import { useUnderWay, type UnderWay } from './queries.ts'
import { partsOf } from './free.ts'
import { BonusRow, DepositRow, PrizesRow, TransferRow } from './rows.tsx'
import { splitOf } from './split.ts'
import styles from './under-way.module.css'
import { useWithdrawalRow } from './withdrawal-row.tsx'

type UnderWayProps = {
  wallet: Wallet
  /** What the money is available for, inside the card, or the stack below it; both use the same answer. */
  part: 'money' | 'stack'
  isSheetOpen: boolean
  onSheet: (sheet: 'deposit' | 'withdraw') => void
}

export function UnderWayPart({ wallet, part, isSheetOpen, onSheet }: UnderWayProps) {
  const underWay = useUnderWay(isSheetOpen)
  return part === 'money' ? (
    <Money wallet={wallet} underWay={underWay} />
  ) : (
    <Stack underWay={underWay} wallet={wallet} onSheet={onSheet} />
  )
}

/** What of the total can be withdrawn and what not yet, and where it is. */
function Money({ wallet, underWay }: { wallet: Wallet; underWay: UnderWay | undefined }) {
  const text = useUnderWayText()
  const home = useMemberText().home
  const parts = partsOf(wallet, underWay)
  return (
    <>
      <p className={styles.parts}>
        {parts && (
          <span className={styles.free}>{text.withdrawable(formatAmount(parts.withdrawable))}</span>
        )}
        {parts !== null && parts.notYet > 0 && (
          <span className={styles.quiet}> · {text.notYet(formatAmount(parts.notYet))}</span>
        )}
      </p>
      <SplitBar
        label={home.split}
        shares={splitOf(wallet, home).map((part) => ({
          ...part,
          figure: formatAmount(part.amount),
        }))}
      />
    </>
  )
}

type StackProps = Pick<UnderWayProps, 'wallet' | 'onSheet'> & { underWay: UnderWay | undefined }

/** One row has reserved space from the first paint; the others open on request, or on wide screens. */
function Stack({ underWay, wallet, onSheet }: StackProps) {
  const text = useUnderWayText()
  const [isOpen, setOpen] = useState(false)
  const rows = useRows({ underWay, wallet, onSheet })
  if (!underWay) return null
  if (rows.length === 0)
    return (
      <p className={styles.nothing}>
        <Icon path={checkIcon} />
        {text.nothing}
      </p>
    )
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

/** Sorted by urgency. */
function useRows({ underWay, wallet, onSheet }: StackProps): ReactNode[] {
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
        why={underWay.withdrawable.why}
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

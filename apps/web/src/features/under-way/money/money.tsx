import { useEffect, useId, useState } from 'react'
import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { keepLastBalance, readLastBalance } from '#core/session/last-balance.ts'
import { totalOf, type Wallet } from '#shared/wallet/wallet.ts'
import { SplitBar } from '#ui/figures/split-bar.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { useUnderWayText } from '../text/under-way-text.ts'
import type { UnderWay } from '#shared/wallet/under-way.ts'
import { partsOf, type Parts } from './free.ts'
import styles from './money.module.css'
import { splitOf } from './split.ts'

type MoneyProps = { wallet: Wallet; underWay: UnderWay | undefined; isKnown: boolean }

/** What of the total can be withdrawn and what not yet; and where it is, if in several places: on a phone after a tap. */
export function Money({ wallet, underWay, isKnown }: MoneyProps) {
  const home = useMemberText().home
  const [isOpen, setOpen] = useState(false)
  const barId = useId()
  useKeeping(wallet, underWay)
  const shares = splitOf(wallet, home)
  const isSplit = shares.filter(({ amount }) => amount > 0).length > 1
  return (
    <>
      <div className={styles.line}>
        {underWay && <Words parts={partsOf(totalOf(wallet), underWay.withdrawable.amount)} isNow />}
        {!isKnown && <LastSentence />}
        {isSplit && (
          <button
            type="button"
            className={styles.toggle}
            aria-label={home.split}
            aria-expanded={isOpen}
            aria-controls={barId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon path={nextIcon} />
          </button>
        )}
      </div>
      {isSplit && (
        <div className={styles.bar} id={barId} data-open={isOpen}>
          <SplitBar
            label={home.split}
            shares={shares.map((part) => ({ ...part, figure: formatAmount(part.amount) }))}
          />
        </div>
      )}
    </>
  )
}

/** Before the answer, and without one, the last known figures. */
export function LastSentence() {
  const last = readLastBalance()
  if (last?.withdrawable == null || last.total <= 0) return null
  return <Words parts={partsOf(last.total, last.withdrawable)} isNow={false} />
}

function Words({ parts, isNow }: { parts: Parts; isNow: boolean }) {
  const text = useUnderWayText()
  const { withdrawable, notYet } = parts
  return (
    <p className={styles.sentence}>
      {/* Green is what can be done now. */}
      <span className={styles.free} data-free={isNow && withdrawable > 0}>
        {text.withdrawable(formatAmount(withdrawable))}
      </span>
      {notYet > 0 && <span> · {text.notYet(formatAmount(notYet))}</span>}
    </p>
  )
}

function useKeeping(wallet: Wallet, underWay: UnderWay | undefined): void {
  useEffect(() => {
    if (!underWay || wallet.knownAt !== undefined) return
    const withdrawable = underWay.withdrawable.amount
    keepLastBalance({ total: totalOf(wallet), currency: wallet.currency, withdrawable })
  }, [wallet, underWay])
}

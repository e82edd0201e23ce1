import { minuteMs } from '@kapao/contract/times'
import { useNow } from '#core/browser/countdown.ts'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { isOpen, type Withdrawal } from '#shared/withdrawals/current.ts'
import { NextPart } from './next-part.tsx'
import type { Current } from './queries.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { Tracker } from './tracker.tsx'
import styles from './withdraw-sheet.module.css'

type TrackedPartProps = {
  withdrawal: Withdrawal
  current: Pick<Current, 'typicalMinutes'> | undefined
  bank: Wallet['bankAccount']['bank']
  onAgain: () => void
}

/** Long for any, while it is not known how long they usually take. */
const longMinutes = 30

/** Where a withdrawal stands, that it takes long if it does, and what can be done once it came back. */
export function TrackedPart({ withdrawal, current, bank, onAgain }: TrackedPartProps) {
  const text = useWithdrawText().tracker
  const typicalMinutes = current?.typicalMinutes ?? null
  const isSlow = useIsSlow(withdrawal, typicalMinutes)
  const slow = typicalMinutes === null ? text.waited(text.length.minutes(longMinutes)) : text.slow
  return (
    <>
      {isSlow && (
        <p role="status" className={styles.slow}>
          {slow}{' '}
          <Link to={paths.userContact} className={styles.next}>
            {text.ask}
          </Link>
        </p>
      )}
      <Tracker
        withdrawal={withdrawal}
        // A time that has passed twice promises nothing any more.
        typicalMinutes={isSlow ? null : typicalMinutes}
        bank={bank}
      />
      <NextPart withdrawal={withdrawal} onAgain={onAgain} />
    </>
  )
}

const askEveryMs = 15_000
/** Twice the usual time has passed; one that waits for a set time says until when instead. */
function useIsSlow(withdrawal: Withdrawal, typicalMinutes: number | null): boolean {
  const now = useNow(askEveryMs)
  const { notBefore, createdAt } = withdrawal
  if (notBefore !== null || !isOpen(withdrawal)) return false
  const mostMinutes = typicalMinutes === null ? longMinutes : 2 * typicalMinutes
  return now - Date.parse(createdAt) > mostMinutes * minuteMs
}

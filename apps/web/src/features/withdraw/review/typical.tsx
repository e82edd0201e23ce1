import { useWithdrawText } from '../text/withdraw-text.ts'
import styles from './review.module.css'

const longMinutes = 90

/** How long recent withdrawals took; empty if there are none. */
export function Typical({ minutes }: { minutes: number | null }) {
  const text = useWithdrawText().tracker
  if (minutes === null) return null
  const sentence =
    minutes > longMinutes ? text.hours(Math.round(minutes / 60)) : text.minutes(minutes)
  return <p className={styles.quiet}>{sentence}</p>
}

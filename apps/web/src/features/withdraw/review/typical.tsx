import { useWithdrawText } from '../text/withdraw-text.ts'
import styles from './review.module.css'

const longMinutes = 90

type TypicalProps = {
  minutes: number | null
  /** The same of those that staff checked, before it is known whether this one is. */
  reviewed?: number | null
}

/** How long recent withdrawals took; empty if there are none. */
export function Typical({ minutes, reviewed = null }: TypicalProps) {
  const text = useWithdrawText().tracker
  const { length } = text
  const lengthOf = (count: number): string =>
    count > longMinutes ? length.hours(Math.round(count / 60)) : length.minutes(count)
  if (minutes === null && reviewed === null) return null
  return (
    <p className={styles.quiet}>
      {minutes !== null && text.usual(lengthOf(minutes))}{' '}
      {reviewed !== null && text.checked(lengthOf(reviewed))}
    </p>
  )
}

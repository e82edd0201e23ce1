import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import type { Row } from './arrivals.ts'
import styles from './receipt.module.css'

/** Money that was received and is credited once the member's bonus has ended. */
export function WaitingMoney({ rows }: { rows: readonly Row[] }) {
  const text = useDepositText().receipt
  const units = useVisitorText().currency
  if (rows.length === 0) return null
  return (
    <section className={styles.waiting} aria-label={text.waiting}>
      <ul className={styles.list}>
        {rows.map(({ _id, amount, currency }) => (
          <li key={_id}>{formatMoney(amount, currency, units)}</li>
        ))}
      </ul>
      <p>{text.bonus}</p>
    </section>
  )
}

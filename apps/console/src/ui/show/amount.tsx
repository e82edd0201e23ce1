import type { Sum } from '@kapao/contract/console/fields'
import { formatSum } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import styles from './show.module.css'

/** An amount with its unit; an amount is never shown without one. */
export function Amount({ sum, sign = '' }: { sum: Sum; sign?: '+' | '\u2212' | '' }) {
  const text = useText()
  return (
    <span className={styles.amount}>
      {sign}
      {formatSum(sum)}
      {'\u00A0'}
      <span className={styles.unit}>{text.desk.currency[sum.currency]}</span>
    </span>
  )
}

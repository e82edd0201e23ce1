import { formatAmount, formatSignedAmount, type Direction } from '#core/format.ts'
import styles from './money-text.module.css'

type MoneyTextProps = {
  amount: number
  unit: string
  direction?: Direction
  size?: 'body' | 'total'
}

/** An amount in tabular figures with its unit in smaller type; the sign shows the direction, the color only helps. */
export function MoneyText({ amount, unit, direction, size = 'body' }: MoneyTextProps) {
  const figure = direction ? formatSignedAmount(amount, direction) : formatAmount(amount)
  return (
    <span className={styles.money} data-direction={direction} data-size={size}>
      {figure} <span className={styles.unit}>{unit}</span>
    </span>
  )
}

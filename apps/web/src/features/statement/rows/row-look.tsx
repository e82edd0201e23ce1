import { MoneyText } from '#ui/layout/money-text.tsx'
import { directionOf, flowOf } from '../activity/activity.ts'
import type { Row } from '../queries.ts'
import { useStatementText } from '../text/statement-text.ts'
import type { NamedDay } from './days-of-rows.ts'
import styles from './row-look.module.css'

type OfRow = { row: Row }

/** Signed as the wallet sees it. Its container has the row's `data-status`. */
export function RowAmount({ row, size = 'body' }: OfRow & { size?: 'body' | 'total' }) {
  const { keep } = useStatementText()
  return (
    <span className={styles.moved} data-flow={flowOf(row)}>
      <MoneyText
        amount={row.amount}
        unit={keep.units[row.currency]}
        direction={directionOf(row)}
        size={size}
      />
    </span>
  )
}

export function DayName({ name, day }: Pick<NamedDay, 'name' | 'day'>) {
  return (
    <span className={styles.day}>
      {name && <span>{name}</span>} {day}
    </span>
  )
}

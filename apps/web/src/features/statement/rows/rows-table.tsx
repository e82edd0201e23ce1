import { formatAgo, formatAmount, formatDateTime } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { useBalances, type Row } from '../queries.ts'
import { useStatementText } from '../text/statement-text.ts'
import { StatusPill } from '../activity/status-pill.tsx'
import { ActivityMark } from '../activity/activity-mark.tsx'
import { activityOf } from '../activity/activity.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { NamedDay, RowsProps } from './days-of-rows.ts'
import { DayName, RowAmount } from './row-look.tsx'
import styles from './rows-table.module.css'

const columns = 5

type RowsTableProps = Omit<RowsProps, 'rows'> & { days: readonly NamedDay[] }

/** The rows of a page as a bank statement prints them: one line each, grouped by day. */
export function RowsTable({ days, ...line }: RowsTableProps) {
  const text = useStatementText()
  const names = text.keep.columns
  const balances = useBalances(days.flatMap(({ rows }) => rows))
  return (
    <table className={styles.table} aria-label={text.title}>
      <thead>
        <tr>
          <th scope="col" className={styles.when}>
            {names.when}
          </th>
          <th scope="col" className={styles.activity}>
            {names.activity}
          </th>
          <th scope="col">{names.status}</th>
          <th scope="col" className={styles.figure}>
            {names.amount}
          </th>
          <th scope="col" className={styles.figure}>
            {text.balance}
          </th>
        </tr>
      </thead>
      {days.map(({ day, name, rows }) => (
        <tbody key={day}>
          <tr>
            <th scope="rowgroup" colSpan={columns} className={styles.day}>
              <DayName name={name} day={day} />
            </th>
          </tr>
          {rows.map((row) => (
            <Line key={row.seq} row={row} balance={balances.get(row.seq)} {...line} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type LineProps = Omit<RowsProps, 'rows'> & { row: Row; balance: number | null | undefined }

function Line({ row, now, balance, nameOf, onOpen }: LineProps) {
  const text = useStatementText()
  const { ago } = useMemberText()
  const at = Date.parse(row.createdAt)
  return (
    // Keyboards and screen readers use the button; a mouse may click anywhere in the row.
    <tr className={styles.line} data-status={row.status} onClick={() => onOpen(row)}>
      <td className={styles.when}>
        <time dateTime={row.createdAt}>{formatDateTime(at)}</time>
        <span className={styles.dim}>{formatAgo(at, now, ago)}</span>
      </td>
      <td>
        <span className={styles.what}>
          <ActivityMark row={row} />
          <span className={styles.words}>
            <button type="button" className={styles.open}>
              {activityOf(row, text, nameOf)}
            </button>
            <span className={styles.dim}>{formatReference(row._id)}</span>
          </span>
        </span>
      </td>
      <td>
        <StatusPill status={row.status} />
      </td>
      <td className={styles.figure}>
        <RowAmount row={row} />
      </td>
      <td className={styles.figure}>
        {balance === undefined ? <Skeleton /> : balance === null ? '–' : formatAmount(balance)}
      </td>
    </tr>
  )
}

import { dayMs } from '@kapao/contract/times'
import { formatAgo, formatDateTime } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { useStatementText } from '../text/statement-text.ts'
import { StatusPill } from '../activity/status-pill.tsx'
import type { Row } from '../queries.ts'
import { ActivityMark } from '../activity/activity-mark.tsx'
import { activityOf, type PlaceNames } from '../activity/activity.ts'
import { dayOf, daysOfRows, type RowsProps } from './days-of-rows.ts'
import { DayName, RowAmount } from './row-look.tsx'
import styles from './rows-list.module.css'
import { RowsTable } from './rows-table.tsx'
import { useWide } from './use-wide.ts'

/** Rows grouped by day; each opens its receipt. A table on wide screens. */
export function RowsList({ rows, ...line }: RowsProps) {
  const text = useStatementText()
  const isWide = useWide()
  const names: Record<string, string> = {
    [dayOf(line.now)]: text.today,
    [dayOf(line.now - dayMs)]: text.yesterday,
  }
  const days = daysOfRows(rows).map((one) => ({ ...one, name: names[one.day] }))
  if (isWide && days.length > 0) return <RowsTable days={days} {...line} />
  return (
    <div className={styles.days}>
      {days.map(({ day, name, rows: own }) => (
        <section key={day} className={styles.day}>
          <h2>
            <DayName name={name} day={day} />
          </h2>
          <ul className={styles.rows}>
            {own.map((row) => (
              <li key={row.seq}>
                <RowLine row={row} {...line} onOpen={() => line.onOpen(row)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowLineProps = { row: Row; now: number; nameOf: PlaceNames; onOpen: () => void }

function RowLine({ row, now, nameOf, onOpen }: RowLineProps) {
  const text = useStatementText()
  const { ago } = useMemberText()
  const at = Date.parse(row.createdAt)
  return (
    <button type="button" className={styles.row} onClick={onOpen} data-status={row.status}>
      <ActivityMark row={row} />
      <span className={styles.what}>
        <span className={styles.activity}>{activityOf(row, text, nameOf)}</span>
        <span className={styles.when}>
          <time dateTime={row.createdAt}>{formatDateTime(at)}</time>
          <span>{formatAgo(at, now, ago)}</span>
        </span>
      </span>
      <span className={styles.how}>
        <RowAmount row={row} />
        <StatusPill status={row.status} />
      </span>
    </button>
  )
}

import { formatDateTime } from '#core/format.ts'
import { standingOf } from '../activity/standing.ts'
import type { StatementText } from '../text/en.ts'
import type { Row } from '../queries.ts'
import { activityOf, directionOf, effectOf, type PlaceNames } from '../activity/activity.ts'

export type ExportLine = {
  number: string
  when: string
  activity: string
  status: string
  amount: string
  currency: string
  effect: string
  reference: string
}

export const columnsOf: readonly (keyof ExportLine)[] = [
  'number',
  'when',
  'activity',
  'status',
  'amount',
  'currency',
  'effect',
  'reference',
]

/** One row for tables and paper: figures without grouping, so that they can be added up. */
export function lineOf(row: Row, text: StatementText, nameOf: PlaceNames): ExportLine {
  const sign = directionOf(row) === 'out' ? '-' : ''
  return {
    number: String(row.seq),
    when: formatDateTime(Date.parse(row.createdAt)),
    activity: activityOf(row, text, nameOf),
    status: text.status[standingOf(row.status)],
    amount: sign + row.amount.toFixed(2),
    currency: text.keep.units[row.currency],
    effect: plain(effectOf(row)),
    reference: row._id,
  }
}

/** The sum of the rows' effects on the wallet, in whole hundredths until it is written. */
export function sumOf(rows: readonly Row[]): string {
  return plain(rows.reduce((sum, row) => sum + effectOf(row), 0))
}

function plain(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

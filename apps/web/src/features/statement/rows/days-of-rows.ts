import { formatDateTime } from '#core/format.ts'
import type { PlaceNames } from '../activity/activity.ts'
import type { Row } from '../queries.ts'

export type DayOfRows = { day: string; rows: Row[] }

export type RowsProps = {
  rows: readonly Row[]
  now: number
  nameOf: PlaceNames
  onOpen: (row: Row) => void
}

/** A day with its relative name, if it is recent. */
export type NamedDay = DayOfRows & { name: string | undefined }

/** Rows are newest first, so those of a day are adjacent; days are Bangkok's. */
export function daysOfRows(rows: readonly Row[]): DayOfRows[] {
  const days: DayOfRows[] = []
  for (const row of rows) {
    const day = dayOf(Date.parse(row.createdAt))
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

export function dayOf(instantMs: number): string {
  return formatDateTime(instantMs).slice(0, 10)
}

import { formatDateTime } from '#core/format.ts'
import type { Row } from '../queries.ts'

export type DayOfRows = { day: string; rows: Row[] }

/** A day with the name that it has while it is near. */
export type NamedDay = DayOfRows & { name: string | undefined }

/** Rows come newest first, so those of a day stand together; days are Bangkok's. */
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

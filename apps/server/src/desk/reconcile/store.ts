import type { Queryable } from '#core/db/db.ts'
import type { Finding } from './compare.ts'

export type Result = {
  source: string
  party: string
  /** The day in Bangkok, such as 2026-11-21. */
  day: string
  why: string | null
  ours: number
  theirs: number
  unasked: number
  findings: Finding[]
  checkedAt: Date
}

/** The last comparison of a day is the one that counts. */
export async function setResult(on: Queryable, result: Result): Promise<void> {
  await on.query(
    `insert into reconcile_result (source, party, day, why, ours, theirs, findings, checked_at, unasked) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (source, party, day) do update set why = $4, ours = $5, theirs = $6, findings = $7, checked_at = $8, unasked = $9`,
    [
      result.source,
      result.party,
      result.day,
      result.why,
      result.ours,
      result.theirs,
      JSON.stringify(result.findings),
      result.checkedAt,
      result.unasked,
    ],
  )
}

export function listResults(on: Queryable, day: string): Promise<Result[]> {
  return on.query<Result>(
    `select source, party, to_char(day, 'YYYY-MM-DD') as day, why, ours, theirs, unasked, findings, checked_at as "checkedAt"
     from reconcile_result where day = $1::date order by source, party`,
    [day],
  )
}

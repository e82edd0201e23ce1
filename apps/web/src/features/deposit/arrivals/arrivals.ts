import type { CallOutput } from '@kapao/contract/calls'

export type Row = CallOutput<'POST /api/statement'>['statements'][number]

/** What was known of the deposits when the sheet was opened. */
export type Baseline = ReadonlyMap<string, Row['status']>

export type Seen = {
  baseline: Baseline
  /** Rows that the server has told of since. */
  told: ReadonlySet<string>
  /** Rows whose receipt the member has put away. */
  read: ReadonlySet<string>
}

export function depositsIn(rows: readonly Row[]): Row[] {
  return rows.filter(({ statementType }) => statementType === 'deposit')
}

export function baselineOf(rows: readonly Row[]): Baseline {
  return new Map(rows.map(({ _id, status }) => [_id, status]))
}

/** The newest deposit that has come since the sheet was opened and that the member has not been shown; rows come newest first. */
export function newestArrival(rows: readonly Row[], seen: Seen): Row | null {
  return rows.find((row) => !seen.read.has(markOf(row)) && hasArrived(row, seen)) ?? null
}

/** The same row is news again when it has come further. */
export function markOf({ _id, status }: Row): string {
  return `${_id} ${status}`
}

/**
 * Money that reached the wallet since, or that is here and waits. A row that waits without a word of why is only a wish until
 * the server has told of it.
 */
function hasArrived(row: Row, { baseline, told }: Seen): boolean {
  const before = baseline.get(row._id)
  if (row.status === 'SUCCESS') return before !== 'SUCCESS'
  if (row.status === 'FAILED') return false
  return before === undefined && (waitsForBonus(row) || told.has(row._id))
}

/** Here, and credited by itself as soon as the member's bonus has ended. */
export function waitsForBonus({ status, bonus }: Row): boolean {
  return status !== 'SUCCESS' && status !== 'FAILED' && bonus !== undefined
}

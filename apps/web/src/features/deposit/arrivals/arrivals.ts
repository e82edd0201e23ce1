import type { CallOutput } from '@kapao/contract/calls'

export type Row = CallOutput<'POST /api/statement'>['statements'][number]

/** The status of each deposit when the sheet was opened. */
export type Baseline = ReadonlyMap<string, Row['status']>

export type ArrivalState = {
  baseline: Baseline
  /** Rows that the server has pushed since. */
  pushed: ReadonlySet<string>
  /** Rows whose receipt the member has dismissed. */
  read: ReadonlySet<string>
}

export function depositsIn(rows: readonly Row[]): Row[] {
  return rows.filter(({ statementType }) => statementType === 'deposit')
}

export function baselineOf(rows: readonly Row[]): Baseline {
  return new Map(rows.map(({ _id, status }) => [_id, status]))
}

/**
 * The newest deposit that has arrived since the sheet was opened and that the member has not dismissed; rows are newest
 * first.
 */
export function newestArrival(rows: readonly Row[], seen: ArrivalState): Row | null {
  return rows.find((row) => !seen.read.has(markOf(row)) && hasArrived(row, seen)) ?? null
}

/** The same row is news again when its status has changed. */
export function markOf({ _id, status }: Row): string {
  return `${_id} ${status}`
}

/**
 * Money that reached the wallet since, or that has arrived and waits. A waiting row without a reason is only a request
 * until the server has pushed it.
 */
function hasArrived(row: Row, { baseline, pushed }: ArrivalState): boolean {
  const before = baseline.get(row._id)
  if (row.status === 'SUCCESS') return before !== 'SUCCESS'
  if (row.status === 'FAILED') return false
  return before === undefined && (waitsForBonus(row) || pushed.has(row._id))
}

/** Received, and credited automatically once the member's bonus has ended. */
export function waitsForBonus({ status, bonus }: Row): boolean {
  return status !== 'SUCCESS' && status !== 'FAILED' && bonus !== undefined
}

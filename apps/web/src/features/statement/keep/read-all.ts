import { statementBatchMax } from '@kapao/contract/limits'
import type { StatementKind } from '@kapao/contract/statement'
import { call } from '#core/api.ts'
import type { Row } from '../queries.ts'

/** A phone can neither print nor open more rows well. */
export const keptRowsMax = 10_000

export type StatementRows = { rows: Row[]; isCut: boolean }

/** Reads every row of a kind, newest first. Each page is read below the last row, so that new rows shift nothing. */
export async function readAll(kind: StatementKind | null): Promise<StatementRows> {
  const rows: Row[] = []
  let before: number | null = null
  do {
    const limit = Math.min(statementBatchMax, keptRowsMax - rows.length)
    const part: { statements: Row[]; before: number | null } = await call(
      'POST /api/statement/before',
      { kind, before, limit },
    )
    rows.push(...part.statements)
    before = part.before
  } while (before !== null && rows.length < keptRowsMax)
  return { rows, isCut: before !== null }
}

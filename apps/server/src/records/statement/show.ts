import type {
  listStatement,
  listStatementBefore,
  StatementKind,
  StatementRow as ShownRow,
} from '@kapao/contract/statement'
import type { Queryable } from '#core/db/db.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { listRows, listRowsBefore, type StatementRow, type StatementType } from './store.ts'

export async function listPage(
  on: Queryable,
  memberId: string,
  wanted: { page: number; limit: number },
): Promise<AnswerOf<typeof listStatement>> {
  const { total, rows } = await listRows(on, memberId, wanted)
  return { total: Number(total), statements: rows.map(viewOfRow) }
}

const typesOf: Record<StatementKind, readonly StatementType[]> = {
  deposit: ['deposit'],
  withdraw: ['withdraw'],
  transfer: ['transfer'],
  bonus: ['bonus', 'finish_bonus'],
}

type StatementQuery = { before: number | null; kind: StatementKind | null; limit: number }

export async function listPageBefore(
  on: Queryable,
  memberId: string,
  { before, kind, limit }: StatementQuery,
): Promise<Extract<AnswerOf<typeof listStatementBefore>, { statements: unknown }>> {
  // One more than requested shows whether there are more.
  const found = await listRowsBefore(on, memberId, {
    before: before === null ? null : BigInt(before),
    types: kind === null ? null : typesOf[kind],
    limit: limit + 1,
  })
  const statements = found.slice(0, limit).map(viewOfRow)
  return { statements, before: found.length > limit ? statements.at(-1)!.seq : null }
}

export function viewOfRow({
  seq,
  operation,
  money,
  about,
  createdAt,
  ...row
}: StatementRow): ShownRow {
  return {
    ...about,
    _id: operation,
    statementType: row.statementType,
    from: row.from || null,
    to: row.to || null,
    status: row.status,
    amount: money,
    currency: money.currency,
    createdAt: createdAt.toISOString(),
    seq: Number(seq),
  }
}

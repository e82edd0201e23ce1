import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db.ts'

export type StatementType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer'
export type StatementStatus = 'PENDING' | 'SUCCESS' | 'FAILED'

/** What a row is about, where the spec names it: one field with a description. */
export type About = Partial<
  Record<'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw', { description: string }>
>

export type StatementRow = {
  seq: bigint
  operation: string
  statementType: StatementType
  from: string
  to: string
  status: StatementStatus
  money: Money
  about: About | null
  createdAt: Date
}

export type NewRow = Omit<StatementRow, 'seq' | 'createdAt'> & { memberId: string }

/** Gives a member a statement; without one no operation of theirs can begin. Safe to call twice. */
export async function openStatement(on: Queryable, memberId: string): Promise<void> {
  await on.query('insert into statement_counter (member_id) values ($1) on conflict do nothing', [
    memberId,
  ])
}

/**
 * Adds a row and answers its number. Takes the member's counter, so it comes before `post` in every transaction, as in every
 * other operation.
 */
export async function insertRow(tx: Tx, at: Date, row: NewRow): Promise<bigint> {
  const [counter] = await tx.query<{ seq: bigint }>(
    'update statement_counter set seq = seq + 1 where member_id = $1 returning seq',
    [row.memberId],
  )
  if (!counter) throw new Error('this member has no statement')
  await tx.query(
    `insert into statement_row
       (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, about, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.memberId,
      counter.seq,
      row.operation,
      row.statementType,
      row.from,
      row.to,
      row.status,
      row.money.amount,
      row.money.currency,
      row.about,
      at,
    ],
  )
  return counter.seq
}

/** What became of the thing that a row tells of. */
export async function updateStatus(
  tx: Tx,
  { memberId, seq }: { memberId: string; seq: bigint },
  status: StatementStatus,
): Promise<void> {
  const changed = await tx.query(
    'update statement_row set status = $3 where member_id = $1 and seq = $2 returning seq',
    [memberId, seq, status],
  )
  if (changed.length === 0) throw new Error('this member has no such row')
}

type StoredRow = Omit<StatementRow, 'money'> & { amount: bigint; currency: Currency }

/** One page, newest first, and the total, from one snapshot; page 1000 costs what page 1 costs. */
export async function listRows(
  on: Queryable,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: bigint; rows: StatementRow[] }> {
  const found = await on.query<Partial<StoredRow> & { total: bigint }>(
    `select c.seq as total, r.seq, r.operation, r.statement_type as "statementType", r."from", r."to", r.status, r.amount,
            r.currency, r.about, r.created_at as "createdAt"
     from statement_counter c
     left join statement_row r on r.member_id = c.member_id
       and r.seq between c.seq - $2::bigint * $3::bigint + 1 and c.seq - ($2::bigint - 1) * $3::bigint
     where c.member_id = $1 order by r.seq desc`,
    [memberId, page, limit],
  )
  const rows = found.filter((row) => row.seq !== null) as (StoredRow & { total: bigint })[]
  return {
    total: found[0]?.total ?? 0n,
    rows: rows.map(({ amount, currency, total: _, ...row }) => ({
      ...row,
      money: { amount, currency },
    })),
  }
}

/** Numbers run from one to the counter without a gap. */
export const statementCheckSql = `
  select c.member_id, c.seq, count(r.seq) as rows, max(r.seq) as last
  from statement_counter c left join statement_row r on r.member_id = c.member_id
  group by c.member_id, c.seq
  having count(r.seq) <> c.seq or coalesce(max(r.seq), 0) <> c.seq
  limit 100`

/** Takes the row that every operation of a member takes first; a member without a statement has none under way. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.query('select from statement_counter where member_id = $1 for no key update', [memberId])
}

import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'

export type StatementType = 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer'
export type StatementStatus = 'PENDING' | 'SUCCESS' | 'FAILED'

/** The subject of a row, where the spec names it: one field with a description. */
export type RowSubject = Partial<
  Record<
    'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw' | 'checking' | 'correction',
    { description: string }
  >
>

export type StatementRow = {
  seq: bigint
  operation: string
  statementType: StatementType
  from: string
  to: string
  status: StatementStatus
  money: Money
  about: RowSubject | null
  createdAt: Date
}

export type NewRow = Omit<StatementRow, 'seq' | 'createdAt'> & { memberId: string }

/** Begins a member's statement; without one no operation of theirs can begin. Safe to call twice. */
export async function beginStatement(on: Queryable, memberId: string): Promise<void> {
  await on.query('insert into statement_counter (member_id) values ($1) on conflict do nothing', [
    memberId,
  ])
}

/**
 * Adds a row and returns its number. Locks the member's counter, so it comes before `post` in every transaction, as in
 * every other operation.
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

/** Updates the outcome of a row's operation. */
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

/** The operation of a row, and its outcome. */
export async function findStatus(
  on: Queryable,
  { memberId, seq }: { memberId: string; seq: bigint },
): Promise<Pick<StatementRow, 'operation' | 'status'> | null> {
  const rows = await on.query<Pick<StatementRow, 'operation' | 'status'>>(
    'select operation, status from statement_row where member_id = $1 and seq = $2',
    [memberId, seq],
  )
  return rows[0] ?? null
}

const seqMax = 2n ** 63n - 1n
const columns = `r.seq, r.operation, r.statement_type as "statementType", r."from", r."to", r.status, r.amount,
            r.currency, r.about, r.created_at as "createdAt"`

type StoredRow = Omit<StatementRow, 'money'> & { amount: bigint; currency: Currency }

/** One page, newest first, and the total, from one snapshot; page 1000 costs what page 1 costs. */
export async function listRows(
  on: Queryable,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: bigint; rows: StatementRow[] }> {
  const found = await on.query<Partial<StoredRow> & { total: bigint }>(
    `select c.seq as total, ${columns}
     from statement_counter c
     left join statement_row r on r.member_id = c.member_id
       and r.seq between c.seq - $2::bigint * $3::bigint + 1 and c.seq - ($2::bigint - 1) * $3::bigint
     where c.member_id = $1 order by r.seq desc`,
    [memberId, page, limit],
  )
  const rows = found.filter((row) => row.seq !== null) as (StoredRow & { total: bigint })[]
  return {
    total: found[0]?.total ?? 0n,
    rows: rows.map(({ total: _, ...row }) => readRow(row)),
  }
}

function readRow({ amount, currency, ...row }: StoredRow): StatementRow {
  return { ...row, money: { amount, currency } }
}

/**
 * Rows below a number (null: from the newest), newest first; each type is a range of its own, so depth costs nothing.
 */
export async function listRowsBefore(
  on: Queryable,
  memberId: string,
  wanted: { before: bigint | null; types: readonly StatementType[] | null; limit: number },
): Promise<StatementRow[]> {
  const { before, types, limit } = wanted
  const below = before ?? seqMax
  const rows =
    types === null
      ? await on.query<StoredRow>(
          `select ${columns} from statement_row r where r.member_id = $1 and r.seq < $2
           order by r.seq desc limit $3`,
          [memberId, below, limit],
        )
      : await on.query<StoredRow>(
          `select r.* from unnest($4::statement_type[]) as wanted (type), lateral (
             select ${columns} from statement_row r
             where r.member_id = $1 and r.statement_type = wanted.type and r.seq < $2
             order by r.seq desc limit $3) as r
           order by r.seq desc limit $3`,
          [memberId, below, limit, types],
        )
  return rows.map(readRow)
}

export async function findRow(
  on: Queryable,
  memberId: string,
  seq: bigint,
): Promise<StatementRow | null> {
  const [row] = await on.query<StoredRow>(
    `select ${columns} from statement_row r where r.member_id = $1 and r.seq = $2`,
    [memberId, seq],
  )
  return row ? readRow(row) : null
}

/** Deposits and withdrawals whose ids end like this; ids are random, so more than one is a rare coincidence. */
export async function listByReference(
  on: Queryable,
  tail: string,
): Promise<(StatementRow & { memberId: string })[]> {
  const rows = await on.query<StoredRow & { memberId: string }>(
    `select r.member_id as "memberId", ${columns} from statement_row r
     where r.statement_type in ('deposit', 'withdraw') and right(r.operation::text, 12) = $1 limit 8`,
    [tail],
  )
  return rows.map(({ memberId, ...row }) => ({ memberId, ...readRow(row) }))
}

/** Rows by their numbers, newest first; numbers without a row of the member are left out. */
export async function listRowsOf(
  on: Queryable,
  memberId: string,
  seqs: readonly number[],
): Promise<StatementRow[]> {
  const rows = await on.query<StoredRow>(
    `select ${columns} from statement_row r where r.member_id = $1 and r.seq = any($2::bigint[])
     order by r.seq desc`,
    [memberId, seqs],
  )
  return rows.map(readRow)
}

export type DaySum = { day: string; currency: Currency; in: bigint; out: bigint }

/**
 * Sums money in from outside and out on each day in Bangkok since an instant, over the newest rows. `whole` is the
 * instant after which those rows are all there are.
 */
export async function sumDays(
  on: Queryable,
  memberId: string,
  { since, rowsMax }: { since: Date; rowsMax: number },
): Promise<{ whole: Date; days: DaySum[] }> {
  const [older] = await on.query<{ createdAt: Date }>(
    `select r.created_at as "createdAt" from statement_counter c
     join statement_row r on r.member_id = c.member_id and r.seq = c.seq - $2::bigint
     where c.member_id = $1`,
    [memberId, rowsMax],
  )
  const days = await on.query<DaySum>(
    `select to_char(r.created_at at time zone interval '7 hours', 'YYYY-MM-DD') as day, r.currency,
            coalesce(sum(r.amount) filter (where r.statement_type in ('deposit', 'bonus')), 0)::bigint as "in",
            coalesce(sum(r.amount) filter (where r.statement_type in ('withdraw', 'finish_bonus')), 0)::bigint as "out"
     -- Limited in a query of its own: the planner would take "the newest" for a third of the table and read all of it.
     from (select * from statement_row where member_id = $1 order by seq desc limit $2::bigint) as r
     where r.created_at >= $3 and r.status = 'SUCCESS' and r.statement_type <> 'transfer'
     group by 1, 2`,
    [memberId, rowsMax, since],
  )
  return { whole: older && older.createdAt > since ? older.createdAt : since, days }
}

/** Numbers run from one to the counter without a gap. */
export const statementCheckSql = `
  select c.member_id, c.seq, count(r.seq) as rows, max(r.seq) as last
  from statement_counter c left join statement_row r on r.member_id = c.member_id
  group by c.member_id, c.seq
  having count(r.seq) <> c.seq or coalesce(max(r.seq), 0) <> c.seq
  limit 100`

/** Locks the row that every operation of a member locks first; a member without a statement has no open operation. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  tx.expectLine(memberId)
  await tx.query('select from statement_counter where member_id = $1 for no key update', [memberId])
}

/** The progress of all statements: neither figure ever falls. */
export const statementsSql = `select count(*) as members, coalesce(sum(seq), 0)::bigint as numbers from statement_counter`

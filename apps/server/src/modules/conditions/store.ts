import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db.ts'

export type Condition = {
  /** The operation that credited the reward. */
  id: string
  memberId: string
  kind: 'prize' | 'refund' | 'invite'
  /** What the house calls what it gave: a wheel, a period. */
  source: string
  currency: WalletCurrency
  /** What was given, and stays until the condition is met. */
  amount: bigint
  /** What must be played before. */
  toPlay: bigint
  createdAt: Date
}

/** Puts a reward under a condition, in the transaction that credits it; nothing to be played is no condition. */
export async function addCondition(tx: Tx, condition: Condition): Promise<void> {
  const { id, memberId, kind, source, currency, amount, toPlay, createdAt } = condition
  if (toPlay <= 0n) return
  await tx.query(
    `insert into conditions_condition (id, member_id, kind, source, currency, amount, to_play, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, memberId, kind, source, currency, amount, toPlay, createdAt],
  )
}

/** Of so many the oldest are judged; who has more waiting plays for those first, and the others are kept whole. */
const openMax = 5_000

/** Those of a member that are not over for good, oldest first. */
export function listOpen(on: Queryable, memberId: string): Promise<Condition[]> {
  return on.query<Condition>(
    `select id, member_id as "memberId", kind, source, currency, amount, to_play as "toPlay", created_at as "createdAt"
     from conditions_condition where member_id = $1 and met_at is null order by created_at, id limit ${openMax}`,
    [memberId],
  )
}

/** What those that are not judged yet, because of how many there are, keep together. */
export async function sumOthers(
  on: Queryable,
  memberId: string,
  judged: readonly Condition[],
): Promise<{ amount: bigint; toPlay: bigint }> {
  if (judged.length < openMax) return { amount: 0n, toPlay: 0n }
  const [others] = await on.query<{ amount: bigint; toPlay: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(to_play), 0)::bigint as "toPlay" from (
       select amount, to_play from conditions_condition where member_id = $1 and met_at is null
       order by created_at, id offset ${openMax}) others`,
    [memberId],
  )
  return others!
}

/** Until when play has been counted for those that are over; null where none ever was. */
export async function findCountedUntil(on: Queryable, memberId: string): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>(
    'select max(met_at) as at from conditions_condition where member_id = $1 and met_at is not null',
    [memberId],
  )
  return row!.at
}

/** `at` is when what met it was played. */
export type Met = { id: string; by: 'played' | 'lost'; at: Date }

/** What is over stays as it was. */
export async function setMet(on: Queryable, met: readonly Met[]): Promise<void> {
  if (met.length === 0) return
  await on.query(
    `update conditions_condition c set met_by = met.by, met_at = met.at
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as met (id, by, at)
     where c.id = met.id and c.met_at is null`,
    [met.map(({ id }) => id), met.map(({ by }) => by), met.map(({ at }) => at)],
  )
}

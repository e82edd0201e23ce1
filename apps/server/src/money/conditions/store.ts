import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'

export type Condition = {
  /** The operation that credited the reward. */
  id: string
  memberId: string
  kind: 'prize' | 'refund' | 'invite'
  /** The operator's name for its origin: a wheel, a period. */
  source: string
  currency: WalletCurrency
  /** The given amount, which stays until the condition is met. */
  amount: bigint
  /** The stakes required before that. */
  toPlay: bigint
  /** From when on play counts: since it was given, or since an operator denied what was played for it. */
  createdAt: Date
}

/** Puts a reward under a condition, in the transaction that credits it; a reward without required play gets none. */
export async function addCondition(tx: Tx, condition: Condition): Promise<void> {
  const { id, memberId, kind, source, currency, amount, toPlay, createdAt } = condition
  if (toPlay <= 0n) return
  await tx.query(
    `insert into conditions_condition (id, member_id, kind, source, currency, amount, to_play, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, memberId, kind, source, currency, amount, toPlay, createdAt],
  )
}

/**
 * At most this many of the oldest are judged; a member with more plays for those first, and the others are kept
 * whole.
 */
const openMax = 5_000

const countsFrom = 'coalesce(counts_from, created_at)'

/** A member's conditions that are not met for good, oldest first. */
export function listOpen(on: Queryable, memberId: string): Promise<Condition[]> {
  return on.query<Condition>(
    `select id, member_id as "memberId", kind, source, currency, amount, to_play as "toPlay", ${countsFrom} as "createdAt"
     from conditions_condition where member_id = $1 and met_at is null order by ${countsFrom}, id limit ${openMax}`,
    [memberId],
  )
}

/** The sums of the conditions beyond `openMax`, which are not judged yet. */
export async function sumOthers(
  on: Queryable,
  memberId: string,
  judged: readonly Condition[],
): Promise<{ amount: bigint; toPlay: bigint }> {
  if (judged.length < openMax) return { amount: 0n, toPlay: 0n }
  const [others] = await on.query<{ amount: bigint; toPlay: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(to_play), 0)::bigint as "toPlay" from (
       select amount, to_play from conditions_condition where member_id = $1 and met_at is null
       order by ${countsFrom}, id offset ${openMax}) others`,
    [memberId],
  )
  return others!
}

/** The time up to which play has been counted for met conditions; null if there are none. */
export async function findCountedUntil(on: Queryable, memberId: string): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>(
    'select max(met_at) as at from conditions_condition where member_id = $1 and met_at is not null',
    [memberId],
  )
  return row!.at
}

/** `at` is the time of the play that met it. */
export type MetCondition = { id: string; by: 'played' | 'lost'; at: Date }

type OpenCondition = { memberId: string; source: string; toPlay: bigint; createdAt: Date }

/** For each of these members with conditions that are open or were met since an instant: what they require together. */
export function listBoundSince(
  on: Queryable,
  members: readonly string[],
  since: Date,
): Promise<OpenCondition[]> {
  return on.query<OpenCondition>(
    `select member_id as "memberId", min(source) as source, sum(to_play)::bigint as "toPlay", min(created_at) as "createdAt"
     from conditions_condition where member_id = any ($1::text[]) and (met_at is null or met_at >= $2)
     group by member_id`,
    [members, since],
  )
}

/** What was played until an instant counts no more for the open conditions of these members. */
export async function playAgain(tx: Tx, members: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `update conditions_condition set counts_from = $2
     where member_id = any ($1::text[]) and met_at is null and created_at <= $2`,
    [members, at],
  )
}

/** A condition that is met is never changed. */
export async function setMet(on: Queryable, met: readonly MetCondition[]): Promise<void> {
  if (met.length === 0) return
  await on.query(
    `update conditions_condition c set met_by = met.by, met_at = met.at
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as met (id, by, at)
     where c.id = met.id and c.met_at is null`,
    [met.map(({ id }) => id), met.map(({ by }) => by), met.map(({ at }) => at)],
  )
}

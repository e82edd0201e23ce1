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

/** Of so many the oldest are looked at; who has more waiting plays for those first. */
const openMax = 500

/** Those of a member that are not met, oldest first. */
export function listOpen(on: Queryable, memberId: string): Promise<Condition[]> {
  return on.query<Condition>(
    `select id, member_id as "memberId", kind, source, currency, amount, to_play as "toPlay", created_at as "createdAt"
     from conditions_condition where member_id = $1 and met_at is null order by created_at, id limit ${openMax}`,
    [memberId],
  )
}

export type Met = { id: string; by: 'played' | 'lost' }

/** What was met before stays as it was. */
export async function setMet(on: Queryable, met: readonly Met[], at: Date): Promise<void> {
  if (met.length === 0) return
  await on.query(
    `update conditions_condition c set met_by = met.by, met_at = $3
     from unnest($1::uuid[], $2::text[]) as met (id, by) where c.id = met.id and c.met_at is null`,
    [met.map(({ id }) => id), met.map(({ by }) => by), at],
  )
}

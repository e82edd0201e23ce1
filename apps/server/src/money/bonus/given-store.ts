import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

/** What one reward has given since an instant, in one currency: as the rooms have it, which the ledger booked. */
export type GivenSum = { code: string; times: number; amount: bigint; currency: Currency }

/** Of every bonus, or every code. */
export function listGiven(
  on: Queryable,
  { source, since }: { source: 'bonus' | 'promotion'; since: Date },
): Promise<GivenSum[]> {
  return on.query<GivenSum>(
    `select code, count(*)::int as times, sum(bonus)::bigint as amount, currency from bonus_held
     where created_at > $2 and source = $1 group by code, currency`,
    [source, since],
  )
}

export type RewardHolder = { memberId: string; amount: bigint; currency: Currency; since: Date }

const heldSql = `from bonus_held where source = $1 and code = $2 and state <> 'ended'`

export async function countHolders(
  on: Queryable,
  source: 'bonus' | 'promotion',
  code: string,
): Promise<number> {
  const [row] = await on.query<{ count: number }>(`select count(*)::int as count ${heldSql}`, [
    source,
    code,
  ])
  return row!.count
}

/** Who holds it now, under its condition, the newest first. */
export function listHolders(
  on: Queryable,
  { source, code, limit }: { source: 'bonus' | 'promotion'; code: string; limit: number },
): Promise<RewardHolder[]> {
  return on.query<RewardHolder>(
    `select member_id as "memberId", bonus as amount, currency, created_at as since ${heldSql}
     order by created_at desc limit $3`,
    [source, code, limit],
  )
}

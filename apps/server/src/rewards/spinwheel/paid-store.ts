import type { GivenSum, RewardHolder } from '#money/bonus/given-store.ts'
import type { Queryable } from '#core/db/db.ts'

/** Of every wheel, all of its versions together: prizes that were claimed, of money and of coins. */
export function listPaidByWheels(on: Queryable, since: Date): Promise<GivenSum[]> {
  return on.query<GivenSum>(
    `select w.code, sum(c.times)::int as times, sum(c.amount)::bigint as amount, c.currency from (
       select wheel, currency, count(*) as times, sum(amount) as amount from spinwheel_coupon
       where state = 'claimed' and ended_at > $1 group by wheel, currency) c
     join spinwheel_wheel w on w.id = c.wheel group by w.code, c.currency`,
    [since],
  )
}

/** How often each wheel was spun. */
export function listSpun(on: Queryable, since: Date): Promise<{ code: string; times: number }[]> {
  return on.query(
    `select w.code, sum(s.times)::int as times from (
       select wheel, count(*) as times from spinwheel_spin where created_at > $1 group by wheel) s
     join spinwheel_wheel w on w.id = s.wheel group by w.code`,
    [since],
  )
}

const couponSql = `from spinwheel_coupon c join spinwheel_wheel w on w.id = c.wheel
  where c.state = 'open' and w.code = $1 and c.expires_at > $2`

export async function countCoupons(on: Queryable, code: string, at: Date): Promise<number> {
  const [row] = await on.query<{ count: number }>(`select count(*)::int as count ${couponSql}`, [
    code,
    at,
  ])
  return row!.count
}

/** Prizes of a wheel that wait to be claimed, the newest first. */
export function listCoupons(
  on: Queryable,
  { code, at, limit }: { code: string; at: Date; limit: number },
): Promise<RewardHolder[]> {
  return on.query<RewardHolder>(
    `select c.member_id as "memberId", c.amount, c.currency, c.created_at as since ${couponSql}
     order by c.created_at desc limit $3`,
    [code, at, limit],
  )
}

import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

/** What one reward has given since an instant, in one currency: as the rooms have it, which the ledger booked. */
export type Given = { code: string; times: number; amount: bigint; currency: Currency }

/** Of every bonus, or every code. */
export function listGiven(
  on: Queryable,
  { source, since }: { source: 'bonus' | 'promotion'; since: Date },
): Promise<Given[]> {
  return on.query<Given>(
    `select code, count(*)::int as times, sum(bonus)::bigint as amount, currency from bonus_held
     where created_at > $2 and source = $1 group by code, currency`,
    [source, since],
  )
}

/** Of every wheel, all of its versions together: prizes that were claimed, of money and of coins. */
export function listPaidByWheels(on: Queryable, since: Date): Promise<Given[]> {
  return on.query<Given>(
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

export type Holder = { memberId: string; amount: bigint; currency: Currency; since: Date }

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
): Promise<Holder[]> {
  return on.query<Holder>(
    `select member_id as "memberId", bonus as amount, currency, created_at as since ${heldSql}
     order by created_at desc limit $3`,
    [source, code, limit],
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
): Promise<Holder[]> {
  return on.query<Holder>(
    `select c.member_id as "memberId", c.amount, c.currency, c.created_at as since ${couponSql}
     order by c.created_at desc limit $3`,
    [code, at, limit],
  )
}

export type Period = {
  until: Date
  members: number
  amount: bigint
  currency: Currency | null
}

/** What each closed period of losses gives back, the newest first; `members` have played in it. */
export function listRefunded(on: Queryable, since: Date): Promise<Period[]> {
  return on.query<Period>(
    `select c.until, count(p.member_id)::int as members, coalesce(sum(p.amount), 0)::bigint as amount, p.currency
     from refund_closed c left join refund_period p on p.until = c.until
     where c.until > $1 group by c.until, p.currency order by c.until desc, p.currency`,
    [since],
  )
}

/** What each counting of invited members’ play has earned, in smallest units, the newest first. */
export function listEarned(on: Queryable, since: Date): Promise<Period[]> {
  return on.query<Period>(
    `select until, count(*)::int as members, (sum(earned) / 10000)::bigint as amount, currency from invite_period
     where until > $1 group by until, currency order by until desc, currency`,
    [since],
  )
}

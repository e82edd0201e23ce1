import type { Queryable } from '#core/db/db.ts'
import type { WalletCurrency } from '@kapao/contract/limits'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { PlayResult } from '../read.ts'

export type LargeResult = PlayResult & { n: number; played: bigint; currency: WalletCurrency }

/** Smaller ones add up to little, and are many. */
const largestMax = 20

/** A member's largest results of play after an instant, and the sum of all of them beside each. */
export function listLargestResults(
  on: Queryable,
  memberId: string,
  after: Date,
): Promise<LargeResult[]> {
  return on.query<LargeResult>(
    `select row_number() over (order by abs(amount) desc, at)::int as n, owner, game, currency, amount,
       coalesce(since, at) as since, at, sum(abs(amount)) over ()::bigint as played
     from (
       select a.owner, a.party as game, a.currency, m.kind, m.amount, m.created_at as at,
         lag(m.created_at) over (partition by a.id order by m.seq) as since
       from ledger_account a, lateral (select seq from ledger_balance_at(a.id, $2)) as before, lateral (
         select kind, -amount as amount, created_at, debit_seq as seq from ledger_movement
           where debit = a.id and debit_seq >= before.seq
         union all
         select kind, amount, created_at, credit_seq from ledger_movement
           where credit = a.id and credit_seq >= before.seq) as m
       where a.owner = $1 and a.kind = 'game' and a.seq > 0) as moved
     where kind = 'play_result' and at > $2 order by abs(amount) desc, at limit ${largestMax}`,
    [memberId, after],
  )
}

/** A result of another member that is about the opposite of one of a member's. */
export type OppositeResult = PlayResult & { n: number }

export type Around = {
  /** How far apart the two sums may be, in percent of the member's. */
  apartPercent: number
  /** Results that were booked so long before a member's began, or after it was booked, are read with it. */
  earlierMs: number
  laterMs: number
}

/** The hour of an instant, as `ledger_movement_play` has it. */
const hourOf = (at: string): string =>
  `date_bin(interval '1 hour', ${at}, '1970-01-01 00:00:00+00'::timestamptz)`
/** Of a result that may have been played at any time since longer ago, the last day is read. */
const longestMs = dayMs

/**
 * Of the results that are larger, and of those that are smaller, so many are read for each result, and at least so many
 * for each of its hours: those nearest in size, so that nobody hides in a crowd.
 */
const nearestMax = 200
const nearestMin = 20

/** The results of an hour that are as large or larger, or smaller, the nearest first. */
const nearest = (isLarger: boolean): string => `(
  select amount, created_at, debit, credit, debit_seq, credit_seq from ledger_movement
  where kind = 'play_result' and ref = wanted.game and ${hourOf('created_at')} = one.hour
    and amount ${isLarger ? '>= wanted.size and amount <= wanted.most' : '< wanted.size and amount >= wanted.least'}
    and created_at between wanted.begins and wanted.ends
  order by amount ${isLarger ? 'asc' : 'desc'} limit greatest(${nearestMin}, ${nearestMax} / hours.number))`

/**
 * The results of all other members at the same games that are about the opposite of these, and were booked around them.
 * Found by game, hour and sum (`ledger_movement_play`), so that a busy game costs no more than a quiet one.
 */
export async function listOppositeResults(
  on: Queryable,
  results: readonly LargeResult[],
  { apartPercent, earlierMs, laterMs }: Around,
): Promise<OppositeResult[]> {
  const absolute = results.map(({ amount }) => (amount < 0n ? -amount : amount))
  const apart = BigInt(apartPercent)
  return on.query<OppositeResult>(
    `select found.n, a.owner, found.game, found.amount, found.at,
       coalesce(before.at, found.at) as since
     from (
       select wanted.n, wanted.game, wanted.owner as mine, wanted.currency, m.amount * -wanted.sign as amount,
         m.created_at as at, case when wanted.sign < 0 then m.credit else m.debit end as account,
         case when wanted.sign < 0 then m.credit_seq else m.debit_seq end as seq
       from unnest($1::int[], $2::text[], $3::text[], $4::ledger_currency[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[],
                   $9::timestamptz[], $10::timestamptz[])
              as wanted (n, owner, game, currency, sign, size, least, most, begins, ends)
       cross join lateral (
         select array(select generate_series(${hourOf('wanted.begins')}, ${hourOf('wanted.ends')}, interval '1 hour')) as each) as whole
       cross join lateral (select cardinality(whole.each) as number) as hours
       cross join lateral unnest(whole.each) as one (hour)
       cross join lateral (${nearest(true)} union all ${nearest(false)}) as m
     ) as found
     join ledger_account a on a.id = found.account and a.kind = 'game' and a.currency = found.currency
     left join lateral (
       select created_at as at from ledger_movement where debit = a.id and debit_seq = found.seq - 1
       union all
       select created_at from ledger_movement where credit = a.id and credit_seq = found.seq - 1 limit 1
     ) as before on true
     where a.owner <> found.mine
     order by found.n, found.at`,
    [
      results.map(({ n }) => n),
      results.map(({ owner }) => owner),
      results.map(({ game }) => game),
      results.map(({ currency }) => currency),
      results.map(({ amount }) => (amount < 0n ? -1 : 1)),
      absolute,
      absolute.map((amount) => amount - (amount * apart) / 100n),
      absolute.map((amount) => amount + (amount * apart) / 100n),
      results.map(
        ({ since, at }) =>
          new Date(Math.max(since.getTime(), at.getTime() - longestMs) - earlierMs),
      ),
      results.map(({ at }) => new Date(at.getTime() + laterMs)),
    ],
  )
}

/** Whose parts are added up: the largest of a member's results. */
export const addedMax = 5
/** Of results that were booked at the game during one of them, and shortly after. */
const togetherMax = 1_000
const shortlyMs = 10 * minuteMs

/**
 * All results of other members at the same games while a member's largest ones were played. Found by the numbers of the
 * provider's account, which rise with time: those booked first, and no more than a number of them.
 */
export function listResultsTogether(
  on: Queryable,
  results: readonly LargeResult[],
): Promise<OppositeResult[]> {
  const largest = results.slice(0, addedMax)
  return on.query<OppositeResult>(
    `select found.n, a.owner, found.game, found.amount, found.at, coalesce(before.at, found.at) as since
     from (
       select wanted.n, wanted.game, wanted.owner as mine, m.*
       from unnest($1::int[], $2::text[], $3::text[], $4::ledger_currency[], $5::timestamptz[], $6::timestamptz[])
              as wanted (n, owner, game, currency, begins, ends)
       join ledger_account h on h.owner is null and h.kind = 'provider' and h.party = wanted.game and h.currency = wanted.currency
       cross join lateral (select (ledger_balance_at(h.id, wanted.begins)).seq as seq) as first
       cross join lateral (
         select * from (
           select credit as account, credit_seq as seq, amount, created_at as at from ledger_movement
             where debit = h.id and debit_seq > first.seq and debit_seq <= first.seq + ${togetherMax} and kind = 'play_result'
           union all
           select debit, debit_seq, -amount, created_at from ledger_movement
             where credit = h.id and credit_seq > first.seq and credit_seq <= first.seq + ${togetherMax} and kind = 'play_result'
         ) as booked where at <= wanted.ends) as m
     ) as found
     join ledger_account a on a.id = found.account and a.kind = 'game'
     left join lateral (
       select created_at as at from ledger_movement where debit = a.id and debit_seq = found.seq - 1
       union all
       select created_at from ledger_movement where credit = a.id and credit_seq = found.seq - 1 limit 1
     ) as before on true
     where a.owner <> found.mine order by found.n, found.at`,
    [
      largest.map(({ n }) => n),
      largest.map(({ owner }) => owner),
      largest.map(({ game }) => game),
      largest.map(({ currency }) => currency),
      largest.map(({ since, at }) => new Date(Math.max(since.getTime(), at.getTime() - longestMs))),
      largest.map(({ at }) => new Date(at.getTime() + shortlyMs)),
    ],
  )
}

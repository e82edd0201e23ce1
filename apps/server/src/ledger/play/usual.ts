import type { WalletCurrency } from '@kapao/contract/limits'
import { dayMs, hourMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'

/** Of the seven days before, every seventh hour: each hour of the day once, on all days. */
const usualMs = 7 * dayMs
const apartHours = 7
/** Of each of these hours, the first results. */
const countedMax = 150
/**
 * As many results of other sizes are added, so that a few that were made at a quiet game make no size usual: a share of
 * a twentieth is six results of that size there, in those hours.
 */
const othersMin = 100

type UsualQuery = {
  game: string
  currency: WalletCurrency
  sizes: readonly bigint[]
  before: Date
}

/**
 * Which part of a game's results of the last days that are half to twice as large as these was as close to them, for
 * each degree of closeness in percent. Of a sample, found by the numbers of the provider's account, which rise with time.
 */
export async function shareOfSizes(
  on: Queryable,
  { game, currency, sizes, before }: UsualQuery,
  closeness: readonly number[],
): Promise<number[]> {
  const last = Math.floor(before.getTime() / hourMs) * hourMs
  const hours = Array.from(
    { length: usualMs / hourMs / apartHours },
    (_, at) => new Date(last - (at + 1) * apartHours * hourMs),
  )
  const found = await on.query<{ amount: bigint }>(
    `select m.amount
     from ledger_account h cross join unnest($3::timestamptz[]) as one (hour)
     cross join lateral (select (ledger_balance_at(h.id, one.hour)).seq as seq) as first
     cross join lateral (
       select amount, created_at as at from ledger_movement
         where debit = h.id and debit_seq > first.seq and debit_seq <= first.seq + ${countedMax} and kind = 'play_result'
       union all
       select amount, created_at from ledger_movement
         where credit = h.id and credit_seq > first.seq and credit_seq <= first.seq + ${countedMax} and kind = 'play_result'
     ) as m
     where h.owner is null and h.kind = 'provider' and h.party = $1 and h.currency = $2
       and m.at < one.hour + interval '1 hour'`,
    [game, currency, hours],
  )
  const count = (isCounted: (size: bigint, amount: bigint) => boolean): number =>
    sizes.reduce((sum, size) => sum + found.filter((it) => isCounted(size, it.amount)).length, 0)
  const like = count((size, amount) => amount * 2n >= size && amount <= size * 2n) + othersMin
  return closeness.map((percent) => {
    const [least, most] = [BigInt(1_000 - percent * 10), BigInt(1_000 + percent * 10)]
    const close = count((size, it) => it * 1_000n >= size * least && it * 1_000n <= size * most)
    return close / like
  })
}

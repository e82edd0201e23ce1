import { dayMs, hourMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'

/** Of the seven days before, every seventh hour: each hour of the day once, on all days. */
const usualMs = 7 * dayMs
const apartHours = 7
/** Of each of these hours, so many of about a size are counted. */
const countedMax = 1_000
/**
 * As many results of other sizes are added, so that a few that were made at a quiet game make no size usual: a share of
 * a twentieth is six results of that size there, in those hours.
 */
const othersMin = 100

/**
 * Which part of a game's results of the last days that are half to twice as large as these was as close to them, for
 * each degree of closeness in percent. Counted in a sample of the hours, by `ledger_movement_play`.
 */
export async function shareOfSizes(
  on: Queryable,
  { game, sizes, before }: { game: string; sizes: readonly bigint[]; before: Date },
  closeness: readonly number[],
): Promise<number[]> {
  const last = Math.floor(before.getTime() / hourMs) * hourMs
  const hours = Array.from(
    { length: usualMs / hourMs / apartHours },
    (_, at) => new Date(last - (at + 1) * apartHours * hourMs),
  )
  const [counted] = await on.query<{ every: number; close: number[] }>(
    `select coalesce(sum(counted.every), 0)::int as every, array[${closeness
      .map((_, at) => `coalesce(sum(counted.close[${at + 1}]), 0)::int`)
      .join(', ')}] as close
     from unnest($2::bigint[]) as size, unnest($3::timestamptz[]) as one (hour), lateral (
       select count(*) as every, array[${closeness
         .map(
           (percent) =>
             `count(*) filter (where m.amount * 100 between size * ${100 - percent} and size * ${100 + percent})`,
         )
         .join(', ')}] as close
       from (
         select amount from ledger_movement
         where kind = 'play_result' and ref = $1
           and date_bin(interval '1 hour', created_at, '1970-01-01 00:00:00+00'::timestamptz) = one.hour
           and amount between size / 2 and size * 2 limit ${countedMax}) m) counted`,
    [game, sizes, hours],
  )
  return counted!.close.map((close) => close / (counted!.every + othersMin))
}

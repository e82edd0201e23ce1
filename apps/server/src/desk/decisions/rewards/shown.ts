import type { Queryable } from '#core/db/db.ts'
import { definitionOf } from '#rewards/spinwheel/definition.ts'
import { oddsOf } from '#rewards/spinwheel/cost.ts'
import { loadWheel, type ActiveWheel, type Wheel } from '#rewards/spinwheel/wheel-store.ts'

type Times = {
  from?: unknown
  until?: unknown
  startsAt?: unknown
  endsAt?: unknown
}

type WheelSwitch = Pick<Times, 'from' | 'until'> & { wheel: Wheel; otherwise: number | null }

/** What was switched on for members of a currency, and what would be, each with the wheel that they see around it. */
export async function shownSwitch(
  on: Queryable,
  before: ActiveWheel | null,
  { wheel, otherwise, ...times }: WheelSwitch,
): Promise<[unknown, unknown]> {
  const load = async (id: number | null) => (id === null ? null : loadWheel(on, id))
  return [
    shownWheel(await load(before?.wheel ?? null), before, await load(before?.otherwise ?? null)),
    shownWheel(wheel, times, await load(otherwise)),
  ]
}

/** A wheel as members would see it, with the odds of each sector, and from when until when. */
export function shownWheel(
  wheel: Pick<Wheel, 'code' | 'name' | 'names' | 'currency' | 'slices' | 'version'> | null,
  times: Times | null = null,
  otherwise: Pick<Wheel, 'code' | 'version'> | null = null,
): unknown {
  if (!wheel) return undefined
  const odds = oddsOf(wheel.slices)
  const { slices, ...definition } = definitionOf(wheel)
  const { code, version } = wheel
  return {
    code,
    version,
    startsAt: times?.startsAt ?? times?.from ?? null,
    endsAt: times?.endsAt ?? times?.until ?? null,
    otherwise: otherwise && `${otherwise.code} ${otherwise.version}`,
    ...definition,
    slices: slices.map((slice, at) => ({ ...slice, odds: odds[at] })),
  }
}

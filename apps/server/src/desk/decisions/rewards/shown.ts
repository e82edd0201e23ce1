import { definitionOf } from '#rewards/spinwheel/definition.ts'
import { oddsOf } from '#rewards/spinwheel/cost.ts'
import type { Wheel } from '#rewards/spinwheel/wheel-store.ts'

type Times = { from?: unknown; until?: unknown; startsAt?: unknown; endsAt?: unknown }

/** A wheel as members would see it, with the odds of each sector, and from when until when. */
export function shownWheel(
  wheel: Pick<Wheel, 'code' | 'name' | 'names' | 'currency' | 'slices' | 'version'> | null,
  times: Times | null = null,
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
    ...definition,
    slices: slices.map((slice, at) => ({ ...slice, odds: odds[at] })),
  }
}

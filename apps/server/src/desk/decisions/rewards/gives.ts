import type { RewardKind } from '@kapao/contract/console/reward-words'
import type { Money } from '@kapao/contract/money'
import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '#core/db/db.ts'
import { readSettings } from '#settings/read.ts'
import { leadsAway } from '../settings/leads-away.ts'
import { givenBy } from './cost.ts'
import type { StoredReward } from './offers.ts'

/** What counts as given by its author; null where no one may do it alone. */
export type Gives = readonly Money[] | null

type Offer = Parameters<typeof givenBy>[0]
type Defining = { kind: RewardKind; wanted: unknown; stored: StoredReward | null }

/**
 * All that may still be taken of it. Nothing of what is offered already, where only its words change or less of it is
 * left. A wheel's cost depends on how often it is spun, so no one defines one alone, and no one alone what leads members
 * away.
 */
export async function givesOf(on: Queryable, { kind, wanted, stored }: Defining): Promise<Gives> {
  if (kind === 'wheel' || leadsAway(wordsIn(stored?.definition), wordsIn(wanted))) return null
  const offer = wanted as Offer
  if (stored?.offered?.isOn && givesNoMore(stored.definition as Offer, offer)) return []
  const { 'bonus.factor': usual } = await readSettings(on)
  return givenBy(offer, stored?.offered?.given ?? 0, usual)
}

type PlannedSides = { from: unknown; to: unknown; willEnd: boolean }

/**
 * Nobody looks at it again when it begins, nor when it ends by itself: what gives more then than what it replaces, or leads
 * members away, takes two, however little it gives.
 */
export function givesOfPlan({ from, to, willEnd }: PlannedSides): Gives {
  const isHarmless = (before: unknown, after: unknown) =>
    givesNoMore(before as Offer, after as Offer) && !leadsAway(wordsIn(before), wordsIn(after))
  return isHarmless(from, to) && (!willEnd || isHarmless(to, from)) ? [] : null
}

type RewardWords = { banners?: unknown; description?: unknown }

/** What members read of it. */
function wordsIn(definition: unknown): unknown {
  const { banners, description } = (definition ?? {}) as RewardWords
  return banners ?? description ?? null
}

function givesNoMore(before: Offer, after: Offer): boolean {
  const quotaOf = ({ quota }: Offer) => quota ?? Infinity
  const restOf = (offer: Offer & RewardWords) => {
    const { banners: _, description: _1, quota: _2, ...rest } = offer
    return rest
  }
  return quotaOf(after) <= quotaOf(before) && isDeepStrictEqual(restOf(before), restOf(after))
}

import { textOfMoney } from '@kapao/contract/money'
import * as facts from '#core/console/work/facts.ts'
import { findCampaign } from '#money/bonus/campaign-store.ts'
import { findCode } from '#rewards/promotion/store.ts'
import { readDefinition } from '#rewards/spinwheel/define.ts'
import {
  findActiveWheelId,
  findWheelId,
  loadWheel,
  type Wheel,
} from '#rewards/spinwheel/wheel-store.ts'
import { oddsOf } from '#rewards/spinwheel/cost.ts'
import {
  seenOf,
  type BonusWhat,
  type PromotionWhat,
  type WheelDefinition,
} from '#desk/decisions/guarded/rewards.ts'
import type { SwitchWhat, WheelOn } from '#desk/decisions/guarded/switching.ts'
import { changeOf, type Change, type ReadChange } from './sides.ts'

type StoredReward = { code: string; given: number; updatedAt: Date }
type RewardRequest = {
  code: string
  seen: string | null
  startsAt: string | null
  endsAt: string | null
}

/** What members are offered of it: not what was given so far, nor when it was changed. */
export function offeredOf(stored: StoredReward | null): unknown {
  if (!stored) return undefined
  const { given: _, updatedAt: _1, ...offered } = stored
  return offered
}

/** As it would be stored: instants as the database writes them. */
export function askedOf({ seen: _, ...asked }: RewardRequest): unknown {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  return { ...asked, startsAt: dateOf(asked.startsAt), endsAt: dateOf(asked.endsAt) }
}

function rewardChange(stored: StoredReward | null, asked: RewardRequest): Change {
  return markedWhenMoved(changeOf(offeredOf(stored), askedOf(asked)), stored, asked.seen)
}

/** Somebody has changed it since this was asked for, so that it will be refused. */
function markedWhenMoved(change: Change, stored: StoredReward | null, seen: string | null): Change {
  if (seenOf(stored) === seen) return change
  return { ...change, before: [facts.odd(facts.time('at', stored?.updatedAt)), ...change.before] }
}

export const bonusChange: ReadChange<BonusWhat> = async (on, what) =>
  rewardChange(await findCampaign(on, what.code), what)

export const promotionChange: ReadChange<PromotionWhat> = async (on, what) =>
  rewardChange(await findCode(on, what.code), what)

function switchChange(stored: StoredReward | null, { seen }: SwitchWhat): Change | null {
  if (!stored) return null
  const offered = offeredOf(stored) as object
  return markedWhenMoved(changeOf(offered, { ...offered, isOn: true }), stored, seen)
}

export const bonusSwitch: ReadChange<SwitchWhat> = async (on, what) =>
  switchChange(await findCampaign(on, what.code), what)

export const promotionSwitch: ReadChange<SwitchWhat> = async (on, what) =>
  switchChange(await findCode(on, what.code), what)

type WheelFields = Pick<Wheel, 'code' | 'name' | 'names' | 'currency' | 'slices'> & {
  version: number
}

/** A wheel as members would see it, with the odds of each sector. */
export function shownWheel(wheel: WheelFields | null): unknown {
  if (!wheel) return undefined
  const { code, version, name, names, currency, slices } = wheel
  const odds = oddsOf(slices)
  const sectors = slices.map(({ amount, currency: of, ...slice }, at) => ({
    ...slice,
    odds: odds[at],
    prize: amount === 0n ? null : `${textOfMoney({ amount, currency: of })} ${of}`,
  }))
  return { code, version, name, names, currency, slices: sectors }
}

export const wheelChange: ReadChange<WheelDefinition> = async (on, { code, json }) => {
  const id = await findWheelId(on, code, null)
  const newest = id === null ? null : await loadWheel(on, id)
  const next = { ...readDefinition(json), code, version: (newest?.version ?? 0) + 1 }
  return changeOf(shownWheel(newest), shownWheel(next))
}

/** The wheel that members of that currency see now, and the one that they would see. */
export const wheelOnChange: ReadChange<WheelOn> = async (on, { code, version }) => {
  const id = await findWheelId(on, code, version)
  if (id === null) return null
  const wheel = await loadWheel(on, id)
  const active = await findActiveWheelId(on, wheel.currency)
  const now = active === null ? null : await loadWheel(on, active)
  return changeOf(shownWheel(now), shownWheel(wheel))
}

/** Whatever was lost until the moment of the yes: nobody knows it before. */
export const countingChange: ReadChange<object> = async () => ({
  before: [facts.code('period', 'open')],
  after: [facts.code('period', 'closed')],
})

import * as facts from '#core/console/work/facts.ts'
import type { Queryable } from '#core/db/db.ts'
import type { DefineWhat, OfferWhat } from '#desk/decisions/guarded/rewards.ts'
import type { SwitchWhat, WheelOn } from '#desk/decisions/guarded/switching.ts'
import { withCodes } from '#desk/decisions/settings/picture-codes.ts'
import { rewards } from '#desk/decisions/rewards/kinds.ts'
import type { OfferKind, StoredReward } from '#desk/decisions/rewards/offers.ts'
import { shownSwitch, shownWheel } from '#desk/decisions/rewards/shown.ts'
import { wheelOf, type WheelDefinition } from '#rewards/spinwheel/definition.ts'
import { findSwitched, findWheelId, loadWheel } from '#rewards/spinwheel/wheel-store.ts'
import { changeOf, timedChange, type Change, type ReadChange } from './sides.ts'

/** Somebody has changed it since this was asked for, so that it will be refused. */
function markedWhenMoved(change: Change, stored: StoredReward | null, seen: string | null): Change {
  if ((stored?.seen ?? null) === seen) return change
  return { ...change, before: [facts.odd(facts.time('at', stored?.changedAt)), ...change.before] }
}

/** What members are offered of it now, and what they would be: not what was given so far. */
const definitionChange =
  (kind: OfferKind): ReadChange<OfferWhat> =>
  async (on, { code, seen, definition, ...time }) => {
    const stored = await rewards[kind].find(on, code)
    const [before, after] = await withCodes(on, [stored?.definition, definition])
    return markedWhenMoved(timedChange(changeOf(before, after), time), stored, seen)
  }

export const bonusChange = definitionChange('bonus')
export const promotionChange = definitionChange('code')

const switchChange =
  (kind: OfferKind): ReadChange<SwitchWhat> =>
  async (on, { code, seen }) => {
    const stored = await rewards[kind].find(on, code)
    if (!stored) return null
    const offered = stored.definition as object
    const { isOn } = stored.offered!
    const change = changeOf({ ...offered, isOn }, { ...offered, isOn: true })
    return markedWhenMoved(change, stored, seen)
  }

export const bonusSwitch = switchChange('bonus')
export const promotionSwitch = switchChange('code')

async function newestOf(on: Queryable, code: string) {
  const id = await findWheelId(on, code, null)
  return id === null ? null : loadWheel(on, id)
}

export const wheelChange: ReadChange<DefineWhat> = async (on, { code, definition }) => {
  const newest = await newestOf(on, code)
  const version = (newest?.version ?? 0) + 1
  const next = { ...wheelOf(definition as WheelDefinition), code, version }
  return changeOf(shownWheel(newest), shownWheel(next))
}

/** The wheel that was switched on for members of that currency, and the one that would be. */
export const wheelOnChange: ReadChange<WheelOn> = async (on, { code, version, ...more }) => {
  const id = await findWheelId(on, code, version)
  if (id === null) return null
  const wheel = await loadWheel(on, id)
  const switched = await findSwitched(on, wheel.currency)
  return changeOf(...(await shownSwitch(on, switched, { wheel, ...more })))
}

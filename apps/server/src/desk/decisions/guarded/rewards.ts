import { defineWheel } from '#rewards/spinwheel/define.ts'
import type { Wheel } from '#rewards/spinwheel/wheel-store.ts'
import { offers, saveOffer, type OfferKind, type SeenVersion } from '../rewards/offers.ts'
import { offerGround, plannedName } from '../rewards/planned.ts'
import { carryOutAsked, requestBeingDone, type AskedTime } from '../settings/plans.ts'
import { byOf, type GuardedAct } from './guarded.ts'

/** As it is stored until it is confirmed. `seen` of a wheel is its newest version. */
export type DefineWhat = { code: string; seen: SeenVersion; definition: unknown }
/** Of a bonus or code with the time at which it is done, or the plan that it ends. */
export type OfferWhat = DefineWhat & AskedTime

type DefiningKind = 'bonus define' | 'promotions define'

const offerDefining = (of: OfferKind, kind: DefiningKind): GuardedAct<OfferWhat> => ({
  kind,
  run: async (desk, what) => {
    const { plan, ends, ...change } = what
    const by = byOf(desk)
    return carryOutAsked(
      desk,
      { plan, ends },
      {
        ...by,
        request: await requestBeingDone(desk.db, { kind, what, by: by.actor }),
        ground: offerGround,
        check: async (tx) => {
          const { now: before, wanted: after } = await offers[of].prepare(tx, change)
          const name = plannedName({ kind: of, code: change.code })
          return [{ name, before, after, changed: true, willBeSet: true }]
        },
        atOnce: async () => {
          await saveOffer(desk, of, change)
          return [{ changed: true }]
        },
      },
    )
  },
})

export const bonusDefining = offerDefining('bonus', 'bonus define')
export const promotionDefining = offerDefining('code', 'promotions define')

export const wheelDefining: GuardedAct<DefineWhat, Wheel> = {
  kind: 'wheel define',
  run: (desk, { seen, ...what }) =>
    defineWheel(desk, { ...byOf(desk), ...what, seen: seen === null ? null : Number(seen) }),
}

import { loadNamed, switchWheel } from '#rewards/spinwheel/define.ts'
import type { Wheel } from '#rewards/spinwheel/wheel-store.ts'
import { saveOffer, type SeenVersion } from '../rewards/offers.ts'
import { byOf, type GuardedAct } from './guarded.ts'

/** What is switched on is what the asker saw: a later change refuses it. */
export type SwitchWhat = { code: string; seen: SeenVersion }

export const bonusSwitching: GuardedAct<SwitchWhat, void> = {
  kind: 'bonus switch',
  run: (desk, what) => saveOffer(desk, 'bonus', { ...what, isOn: true }),
}

export const promotionSwitching: GuardedAct<SwitchWhat, void> = {
  kind: 'promotions switch',
  run: (desk, what) => saveOffer(desk, 'code', { ...what, isOn: true }),
}

/** `seen` is the number of the wheel that it replaces, `otherwise` that of the one that members see around its time. */
export type WheelOn = {
  code: string
  version: number
  seen: number | null
  otherwise: number | null
  from: string | null
  until: string | null
}

export const wheelSwitching: GuardedAct<WheelOn, Wheel> = {
  kind: 'wheel on',
  run: async (desk, { code, version, seen, otherwise, from, until }) => {
    const wheel = await loadNamed(desk, code, version)
    const dateOf = (text: string | null) => (text === null ? null : new Date(text))
    const about = { currency: wheel.currency, wheel, seen, otherwise }
    await switchWheel(desk, { ...byOf(desk), ...about, from: dateOf(from), until: dateOf(until) })
    return wheel
  },
}

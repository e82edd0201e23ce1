import { OperatorRefused } from '#core/refused.ts'
import { findCampaign, type Campaign } from '#money/bonus/campaign-store.ts'
import { findCode, type PromotionCode } from '#rewards/promotion/store.ts'
import { loadNamed, switchWheel } from '#rewards/spinwheel/define.ts'
import type { Wheel } from '#rewards/spinwheel/wheel-store.ts'
import { byOf, type GuardedAct } from './guarded.ts'
import { saveBonus, savePromotion, type SeenVersion } from './rewards.ts'

/** What is switched on is what the asker saw: a later change refuses it. */
export type SwitchWhat = { code: string; seen: SeenVersion }

export const bonusSwitching: GuardedAct<SwitchWhat, Campaign> = {
  kind: 'bonus switch',
  run: async (desk, { code, seen }) => {
    const found = await findCampaign(desk.db, code)
    if (!found) throw gone(code)
    await saveBonus(desk, { action: 'bonus.switch', seen }, { ...found, isOn: true })
    return found
  },
}

export const promotionSwitching: GuardedAct<SwitchWhat, PromotionCode> = {
  kind: 'promotions switch',
  run: async (desk, { code, seen }) => {
    const found = await findCode(desk.db, code)
    if (!found) throw gone(code)
    await savePromotion(desk, { action: 'promotions.switch', seen }, { ...found, isOn: true })
    return found
  },
}

function gone(code: string): OperatorRefused {
  return new OperatorRefused(`There is no ${code}.`, 'not-found')
}

/** `seen` is the number of the wheel that it replaces. */
export type WheelOn = { code: string; version: number; seen: number | null }

export const wheelSwitching: GuardedAct<WheelOn, Wheel> = {
  kind: 'wheel on',
  run: async (desk, { code, version, seen }) => {
    const wheel = await loadNamed(desk, code, version)
    await switchWheel(desk, { ...byOf(desk), currency: wheel.currency, wheel, seen })
    return wheel
  },
}

import { recordAudit } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import { findCampaign, lockCampaigns, saveCampaign } from '#money/bonus/campaign-store.ts'
import { findCode, lockCodes, normalCode, saveCode } from '#rewards/promotion/store.ts'
import { defineWheel } from '#rewards/spinwheel/define.ts'
import type { Wheel } from '#rewards/spinwheel/wheel-store.ts'
import { checkDefinition, refuseCode } from '#settings/check.ts'
import {
  bonusDefinition,
  campaignOf,
  codeDefinition,
  codeOf,
  definitionOfBonus,
  definitionOfCode,
  type BonusDefinition,
  type CodeDefinition,
} from '../rewards/definition.ts'
import { byOf, type DeskContext, type GuardedAct } from './guarded.ts'

/** The state a definition was written against: the instant of its last change, or null for none. */
export type SeenVersion = string | null

function seenOf(before: { updatedAt: Date } | null): SeenVersion {
  return before && before.updatedAt.toISOString()
}

/** A definition that waited for confirmation, or was cut off and is done again, must not undo a later change. */
function refuseWhenMoved(
  code: string,
  before: { updatedAt: Date } | null,
  seen: SeenVersion,
): void {
  if (seen === seenOf(before)) return
  throw new OperatorRefused(
    `${code} was changed meanwhile; look at it, and define it again.`,
    'setting-changed',
  )
}

/** As it is stored until it is confirmed. `seen` of a wheel is its newest version. */
export type DefineWhat = { code: string; seen: SeenVersion; definition: unknown }

/** A change and its author, in one transaction: to this definition, or to being offered or not. */
type RewardChange = { code: string; seen: SeenVersion } & (
  | { definition: unknown }
  | { isOn: boolean }
)

type Saver = Pick<DeskContext, 'db' | 'clock' | 'actor' | 'requestId'>

const bonusForm = /^[A-Z0-9_.-]{1,64}$/

export function checkBonus(code: string, definition: unknown): BonusDefinition {
  if (!bonusForm.test(code))
    refuseCode('A bonus is named with capitals, digits, dots, dashes and underscores.')
  return checkDefinition(bonusDefinition, definition)
}

/** Members who hold one keep the terms it was given under; a new one is off. */
export async function saveBonus(
  { db, clock, actor, requestId }: Saver,
  change: RewardChange,
): Promise<void> {
  const { code, seen } = change
  const wanted = 'isOn' in change ? null : checkBonus(code, change.definition)
  const at = clock.now()
  await db.begin(async (tx) => {
    await lockCampaigns(tx)
    const before = await findCampaign(tx, code)
    refuseWhenMoved(code, before, seen)
    const isOn = 'isOn' in change ? change.isOn : (before?.isOn ?? false)
    const now = before && definitionOfBonus(before)
    if (!wanted && !before) throw gone(code)
    const kept = wanted ? campaignOf(wanted) : before!
    await saveCampaign(tx, { ...kept, code, isOn }, at)
    const act = { at, actor, requestId, subject: `bonus:${code}` }
    await recordAudit(
      tx,
      wanted
        ? { ...act, action: 'bonus.define', before: now, after: wanted }
        : { ...act, action: 'bonus.switch', before: { isOn: before!.isOn }, after: { isOn } },
    )
  })
}

/** Letters that members can type; those of other scripts pass for Latin ones. */
const codeForm = /^(?:[\p{P}\p{S}\p{sc=Thai}\p{sc=Lao}]|[A-Z0-9]){1,64}$/u

export function checkCode(code: string, definition: unknown): CodeDefinition {
  if (!codeForm.test(code) || code !== normalCode(code))
    refuseCode('A code has 1 to 64 capital letters and digits.')
  return checkDefinition(codeDefinition, definition)
}

/** Members who hold its reward keep the terms it was given under; a new one is off. */
export async function savePromotion(
  { db, clock, actor, requestId }: Saver,
  change: RewardChange,
): Promise<void> {
  const { code, seen } = change
  const wanted = 'isOn' in change ? null : checkCode(code, change.definition)
  const at = clock.now()
  await db.begin(async (tx) => {
    await lockCodes(tx)
    const before = await findCode(tx, code)
    refuseWhenMoved(code, before, seen)
    const isOn = 'isOn' in change ? change.isOn : (before?.isOn ?? false)
    const now = before && definitionOfCode(before)
    if (!wanted && !before) throw gone(code)
    const kept = wanted ? codeOf(wanted) : before!
    await saveCode(tx, { ...kept, code, isOn }, at)
    const act = { at, actor, requestId, subject: `promotion:${code}` }
    await recordAudit(
      tx,
      wanted
        ? { ...act, action: 'promotions.define', before: now, after: wanted }
        : { ...act, action: 'promotions.switch', before: { isOn: before!.isOn }, after: { isOn } },
    )
  })
}

function gone(code: string): OperatorRefused {
  return new OperatorRefused(`There is no ${code}.`, 'not-found')
}

export const bonusDefining: GuardedAct<DefineWhat, void> = {
  kind: 'bonus define',
  run: saveBonus,
}

export const promotionDefining: GuardedAct<DefineWhat, void> = {
  kind: 'promotions define',
  run: savePromotion,
}

export const wheelDefining: GuardedAct<DefineWhat, Wheel> = {
  kind: 'wheel define',
  run: (desk, { seen, ...what }) =>
    defineWheel(desk, { ...byOf(desk), ...what, seen: seen === null ? null : Number(seen) }),
}

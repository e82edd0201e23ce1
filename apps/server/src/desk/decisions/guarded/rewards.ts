import type { RewardTerms } from '@kapao/contract/bonus'
import { walletCurrencies } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { recordAudit } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Queryable } from '#core/db/db.ts'
import {
  findCampaign,
  lockCampaigns,
  saveCampaign,
  type Campaign,
} from '#money/bonus/campaign-store.ts'
import { largestOf } from '#money/bonus/terms.ts'
import { accrueInvites } from '#rewards/invite/accrue.ts'
import { findCode, lockCodes, saveCode, type PromotionCode } from '#rewards/promotion/store.ts'
import { isDearer } from '#rewards/spinwheel/cost.ts'
import { defineWheel } from '#rewards/spinwheel/define.ts'
import { findWheelId, loadWheel, type Wheel } from '#rewards/spinwheel/wheel-store.ts'
import { readSettings } from '#settings/read.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import { byOf, type DeskContext, type GuardedAct } from './guarded.ts'

/** The state a definition was written against: the instant of its last change, or null for none. */
export type SeenVersion = string | null

export function seenOf(before: { updatedAt: Date } | null): SeenVersion {
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

/** As it is stored until it is confirmed: instants as text. */
type StoredDefinition<T> = Omit<T, 'given' | 'updatedAt' | 'startsAt' | 'endsAt'> & {
  startsAt: string | null
  endsAt: string | null
  seen: SeenVersion
}

function datesOf({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  return { startsAt: dateOf(startsAt), endsAt: dateOf(endsAt) }
}

export type BonusWhat = StoredDefinition<Campaign>
export type NewBonus = Omit<Campaign, 'given' | 'updatedAt'>
type RewardSave<A extends string> = { action: A; seen: SeenVersion }

export const bonusDefining: GuardedAct<BonusWhat, NewBonus> = {
  kind: 'bonus define',
  run: async (desk, { seen, ...given }) => {
    const campaign = { ...given, ...datesOf(given) }
    await saveBonus(desk, { action: 'bonus.define', seen }, campaign)
    return campaign
  },
}

/** The change and its author, in one transaction. */
export async function saveBonus(
  desk: Pick<DeskContext, 'db' | 'clock' | 'actor' | 'requestId'>,
  { action, seen }: RewardSave<'bonus.define' | 'bonus.switch'>,
  campaign: NewBonus,
): Promise<void> {
  const { actor, requestId } = desk
  const at = desk.clock.now()
  await desk.db.begin(async (tx) => {
    await lockCampaigns(tx)
    const before = await findCampaign(tx, campaign.code)
    refuseWhenMoved(campaign.code, before, seen)
    await saveCampaign(tx, campaign, at)
    const { banners: _, ...after } = campaign
    const was = before && { ...before, banners: undefined }
    const subject = `bonus:${campaign.code}`
    await recordAudit(tx, { at, actor, requestId, action, subject, before: was, after })
  })
}

export type PromotionWhat = StoredDefinition<PromotionCode>
export type NewPromotion = Omit<PromotionCode, 'given' | 'updatedAt'>

export const promotionDefining: GuardedAct<PromotionWhat, NewPromotion> = {
  kind: 'promotions define',
  run: async (desk, { seen, ...given }) => {
    const promotion = { ...given, ...datesOf(given) }
    await savePromotion(desk, { action: 'promotions.define', seen }, promotion)
    return promotion
  },
}

/** The change and its author, in one transaction. */
export async function savePromotion(
  desk: Pick<DeskContext, 'db' | 'clock' | 'actor' | 'requestId'>,
  { action, seen }: RewardSave<'promotions.define' | 'promotions.switch'>,
  promotion: NewPromotion,
): Promise<void> {
  const { actor, requestId } = desk
  const at = desk.clock.now()
  await desk.db.begin(async (tx) => {
    await lockCodes(tx)
    const before = await findCode(tx, promotion.code)
    refuseWhenMoved(promotion.code, before, seen)
    await saveCode(tx, promotion, at)
    const subject = `promotion:${promotion.code}`
    await recordAudit(tx, { at, actor, requestId, action, subject, before, after: promotion })
  })
}

export type WheelDefinition = { code: string; json: string }

export const wheelDefining: GuardedAct<WheelDefinition, Wheel> = {
  kind: 'wheel define',
  run: (desk, what) => defineWheel(desk, { ...byOf(desk), ...what }),
}

/**
 * The rule for rewards, however they come before members: defined, or switched on again. What counts as given by their
 * author is all that may still be taken of it, in each currency; the turnover that it asks for takes nothing off, because
 * play cannot be predicted. Without a limit no one may offer it alone.
 */
export function givenBy(
  { terms, quota }: { terms: RewardTerms; quota: number | null },
  given = 0,
): Money[] | null {
  const largest = walletCurrencies.map((currency) => ({
    amount: largestOf(terms, currency),
    currency,
  }))
  const gifts = largest.filter(({ amount }) => amount > 0n)
  if (gifts.length > 0 && quota === null) return null
  const left = BigInt(Math.max(0, (quota ?? 0) - given))
  const all = gifts.map((gift) => ({ ...gift, amount: gift.amount * left }))
  return all.filter(({ amount }) => amount > 0n)
}

/**
 * The same rule for a wheel, whose cost depends on how often it is spun: one operator may put the newest version in the
 * place of one on which members win no less. Every other wheel, and one where there is none, takes two.
 */
export async function givenByWheel(
  on: Queryable,
  wheel: Wheel,
  seen: number | null,
): Promise<[] | null> {
  if (seen === null || (await findWheelId(on, wheel.code, null)) !== wheel.id) return null
  return isDearer(wheel, await loadWheel(on, seen)) ? null : []
}

/** Silent: the worker's next round logs it. */
const quiet = { error: () => undefined }

export const inviteCounting: GuardedAct<object, number> = {
  kind: 'invite count',
  run: async (desk) => {
    const { db, clock } = desk
    const at = clock.now()
    const around = { db, clock, log: quiet, readSettings: () => readSettings(db) }
    const act = { at, ...byOf(desk), subject: 'invite' }
    // Refused without a confirmed request, before anything is counted.
    await recordAudit(db, { ...act, action: 'invite.count' })
    // The range is half-open: a booking in this millisecond is included, too.
    const { noteLinked } = watchRewards(around)
    const until = new Date(at.getTime() + 1)
    const members = await accrueInvites({ ...around, noteLinked }, until)
    await recordAudit(db, { ...act, action: 'invite.counted', after: { members } })
    return members
  },
}

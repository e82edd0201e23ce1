import type { RewardKind } from '@kapao/contract/console/reward-words'
import { walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import type { Tx } from '#core/db/db.ts'
import {
  campaignOf,
  codeOf,
  type BonusDefinition,
  type CodeDefinition,
} from '#desk/decisions/rewards/definition.ts'
import { rewards } from '#desk/decisions/rewards/kinds.ts'
import { saveCampaign } from '#money/bonus/campaign-store.ts'
import { isOffered } from '#money/bonus/terms.ts'
import { saveCode } from '#rewards/promotion/store.ts'
import { wheelOf, type WheelDefinition } from '#rewards/spinwheel/definition.ts'
import { insertWheel, setActiveWheel } from '#rewards/spinwheel/wheel-store.ts'

/** One that has been checked. */
export type RewardDraft =
  | { kind: 'bonus'; code: string; definition: BonusDefinition }
  | { kind: 'code'; code: string; definition: CodeDefinition }
  | { kind: 'wheel'; code: string; definition: WheelDefinition }

export type GivenReward = { kind: RewardKind; code: string; definition?: unknown }

/** Stands for the code of a new one while it is not typed yet. */
const newCode = 'NEW'

/** What can be previewed, or a refusal with everything that is wrong at its place. */
export function checkReward({ kind, code: typed, definition }: GivenReward): RewardDraft {
  const code = typed === '' ? newCode : typed
  return { kind, code, definition: rewards[kind].check(code, definition) } as RewardDraft
}

/** The members who would see it: for whom nothing is in it, it is not offered to. */
export function currencyOf({ kind, definition }: RewardDraft): WalletCurrency | null {
  if (kind === 'wheel') return definition.currency
  return walletCurrencies.find((one) => isOffered(definition.terms, one)) ?? null
}

/** It is there and offered, whatever its times and quota say. */
const offered = { isOn: true, quota: null, startsAt: null, endsAt: null }

/** Puts the draft where members' calls find it. Not even the lock of those who change rewards is taken. */
export async function putReward(tx: Tx, draft: RewardDraft, at: Date): Promise<void> {
  const { kind, code, definition } = draft
  if (kind === 'bonus') return saveCampaign(tx, { ...campaignOf(definition), code, ...offered }, at)
  if (kind === 'code') return saveCode(tx, { ...codeOf(definition), code, ...offered }, at)
  const wheel = wheelOf(definition)
  const made = { ...wheel, code, createdBy: 'system:preview', createdAt: at }
  const { id } = await insertWheel(tx, made)
  await setActiveWheel(tx, { currency: wheel.currency, wheel: id })
}

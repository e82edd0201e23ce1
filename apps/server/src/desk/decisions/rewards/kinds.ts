import type { RewardKind } from '@kapao/contract/console/reward-words'
import type { RewardTerms } from '@kapao/contract/bonus'
import type { SecondKind } from '@kapao/contract/console/reasons'
import type { Money } from '@kapao/contract/money'
import type { z } from 'zod'
import type { Queryable } from '#core/db/db.ts'
import { findCampaign, type Campaign } from '#money/bonus/campaign-store.ts'
import { findCode, type PromotionCode } from '#rewards/promotion/store.ts'
import { checkWheel } from '#rewards/spinwheel/define.ts'
import { definitionOf, wheelDefinition } from '#rewards/spinwheel/definition.ts'
import { findWheelId, loadWheel } from '#rewards/spinwheel/wheel-store.ts'
import type { GuardedAct } from '../guarded/guarded.ts'
import * as acts from '../guarded/rewards.ts'
import { bonusSwitching, promotionSwitching, type SwitchWhat } from '../guarded/switching.ts'
import {
  bonusDefinition,
  codeDefinition,
  definitionOfBonus,
  definitionOfCode,
} from './definition.ts'

/** What is kept of a bonus or code beside its definition. */
export type OfferState = {
  terms: RewardTerms
  quota: number | null
  given: number
  isOn: boolean
  startsAt: Date | null
  endsAt: Date | null
  /** What members read of it. */
  banners?: Campaign['banners']
  description?: PromotionCode['description']
}

/** A reward as it is kept; `offered` is null for a wheel. */
export type StoredReward = {
  code: string
  definition: unknown
  seen: string
  changedAt: Date
  offered: OfferState | null
}

type KindOfReward = {
  schema: z.ZodType
  subject: (code: string) => string
  check: (code: string, definition: unknown) => unknown
  find: (on: Queryable, code: string) => Promise<StoredReward | null>
  defining: GuardedAct<acts.DefineWhat, unknown>
  /** Acts of the trail, by what they do. */
  acts: { define: string; switch: string }
}

/** Bonuses and codes are switched by their code; a wheel by the currency that sees it. */
export const switchings: Record<'bonus' | 'code', GuardedAct<SwitchWhat, void>> = {
  bonus: bonusSwitching,
  code: promotionSwitching,
}

export const rewards: Record<RewardKind, KindOfReward> = {
  bonus: {
    schema: bonusDefinition,
    subject: (code) => `bonus:${code}`,
    check: acts.checkBonus,
    find: async (on, code) => {
      const found = await findCampaign(on, code)
      return found && storedOf(found, definitionOfBonus(found))
    },
    defining: acts.bonusDefining,
    acts: { define: 'bonus.define', switch: 'bonus.switch' },
  },
  code: {
    schema: codeDefinition,
    subject: (code) => `promotion:${code}`,
    check: acts.checkCode,
    find: async (on, code) => {
      const found = await findCode(on, code)
      return found && storedOf(found, definitionOfCode(found))
    },
    defining: acts.promotionDefining,
    acts: { define: 'promotions.define', switch: 'promotions.switch' },
  },
  wheel: {
    schema: wheelDefinition,
    subject: (code) => `wheel:${code}`,
    check: checkWheel,
    find: async (on, code) => {
      const id = await findWheelId(on, code, null)
      const found = id === null ? null : await loadWheel(on, id)
      return (
        found && {
          code,
          definition: definitionOf(found),
          seen: String(found.version),
          changedAt: found.createdAt,
          offered: null,
        }
      )
    },
    defining: acts.wheelDefining,
    acts: { define: 'spinwheel.define', switch: 'spinwheel.switch' },
  },
}

function storedOf(found: Campaign | PromotionCode, definition: unknown): StoredReward {
  const { code, updatedAt } = found
  return { code, definition, seen: updatedAt.toISOString(), changedAt: updatedAt, offered: found }
}

/** The requests by which a bonus or code was counted, or is counted. */
export const countingKinds: Record<'bonus' | 'code', { define: SecondKind; switch: SecondKind }> = {
  bonus: { define: 'bonus define', switch: 'bonus switch' },
  code: { define: 'promotions define', switch: 'promotions switch' },
}

export type Gives = readonly Money[] | null

import type { RewardKind } from '@kapao/contract/console/reward-words'
import type { SecondKind } from '@kapao/contract/console/reasons'
import type { z } from 'zod'
import type { Queryable } from '#core/db/db.ts'
import { checkWheel } from '#rewards/spinwheel/define.ts'
import { definitionOf, wheelDefinition } from '#rewards/spinwheel/definition.ts'
import { findWheelId, loadWheel } from '#rewards/spinwheel/wheel-store.ts'
import type { GuardedAct } from '../guarded/guarded.ts'
import * as acts from '../guarded/rewards.ts'
import { bonusSwitching, promotionSwitching, type SwitchWhat } from '../guarded/switching.ts'
import { bonusDefinition, codeDefinition } from './definition.ts'
import { offers, type OfferKind, type StoredReward } from './offers.ts'

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
export const switchings: Record<OfferKind, GuardedAct<SwitchWhat, void>> = {
  bonus: bonusSwitching,
  code: promotionSwitching,
}

export const rewards: Record<RewardKind, KindOfReward> = {
  bonus: { schema: bonusDefinition, ...offers.bonus, defining: acts.bonusDefining },
  code: { schema: codeDefinition, ...offers.code, defining: acts.promotionDefining },
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

/** The requests by which a bonus or code was counted, or is counted. */
export const countingKinds: Record<OfferKind, { define: SecondKind; switch: SecondKind }> = {
  bonus: { define: 'bonus define', switch: 'bonus switch' },
  code: { define: 'promotions define', switch: 'promotions switch' },
}

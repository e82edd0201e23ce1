import type { RewardTerms } from '@kapao/contract/bonus'
import { textOfMoney } from '@kapao/contract/money'
import * as facts from '#core/console/work/facts.ts'
import { findCampaign } from '#modules/bonus/campaign-store.ts'
import { findCode } from '#modules/promotion/store.ts'
import { findWheelId, loadWheel } from '#modules/spinwheel/wheel-store.ts'
import type { BonusWhat, PromotionWhat } from '../../../guarded/rewards.ts'
import type { ReadChange } from './sides.ts'

type Reward = {
  code: string
  terms: RewardTerms
  quota: number | null
  isOn: boolean
  startsAt: Date | string | null
  endsAt: Date | string | null
}

/** What it gives and asks for, each by its name. */
function factsOf(reward: Reward | null) {
  if (!reward) return []
  const { code, terms, quota, isOn, startsAt, endsAt } = reward
  const { gives, ...asks } = terms
  return [
    facts.name('code', code),
    facts.yesNo('isOn', isOn),
    facts.data('gives', gives),
    ...Object.entries(asks).map(([name, asked]) => facts.data('terms', asked, name)),
    quota === null ? facts.code('quota', 'nothing') : facts.count('quota', quota),
    facts.time('startsAt', startsAt === null ? null : new Date(startsAt)),
    facts.time('endsAt', endsAt === null ? null : new Date(endsAt)),
  ]
}

export const bonusChange: ReadChange<BonusWhat> = async (on, what) => ({
  before: factsOf(await findCampaign(on, what.code)),
  after: factsOf(what),
})

export const promotionChange: ReadChange<PromotionWhat> = async (on, what) => ({
  before: factsOf(await findCode(on, what.code)),
  after: factsOf(what),
})

type Defined = { code: string; json: string }

export const wheelChange: ReadChange<Defined> = async (on, { code, json }) => {
  const id = await findWheelId(on, code, null)
  const newest = id === null ? null : await loadWheel(on, id)
  const slices = newest?.slices.map(({ label, weight, amount, currency }) => ({
    label,
    weight,
    prize: amount === 0n ? undefined : { amount: textOfMoney({ amount, currency }), currency },
  }))
  return {
    before: newest
      ? [
          facts.name('code', code),
          facts.count('version', newest.version),
          facts.data('slices', slices),
        ]
      : [],
    after: [
      facts.name('code', code),
      facts.count('version', (newest?.version ?? 0) + 1),
      facts.data('slices', slicesIn(json)),
    ],
  }
}

/** Without the looks of it. */
function slicesIn(json: string): unknown {
  const { slices } = JSON.parse(json) as { slices?: Record<string, unknown>[] }
  return slices?.map(({ label, weight, prize }) => ({ label, weight, prize }))
}

import type { RewardTerms } from '@kapao/contract/bonus'
import { sumOf } from '@kapao/contract/console/fields'
import type { HouseFact } from '@kapao/contract/console/house'
import { walletCurrencies } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import { mostOf } from '#desk/decisions/rewards/cost.ts'
import { listCampaigns } from '#money/bonus/campaign-store.ts'
import { listCodes } from '#rewards/promotion/store.ts'
import { findActiveWheelId } from '#rewards/spinwheel/wheel-store.ts'
import { fact } from './fact.ts'

/** A house has tens. */
const listedMax = 1_000

type Offer = {
  code: string
  isOn: boolean
  endsAt: Date | null
  terms: RewardTerms
  quota: number | null
  given: number
}

/** What is offered to members now, and the most that can still be taken of it. */
export async function checkRewards(on: Queryable, now: Date): Promise<HouseFact[]> {
  const offers: Offer[] = [
    ...(await listCampaigns(on, listedMax)),
    ...(await listCodes(on, listedMax)),
  ]
  const running = offers.filter(
    ({ isOn, endsAt }) => isOn && (endsAt === null || endsAt.getTime() > now.getTime()),
  )
  const wheels: string[] = []
  for (const currency of walletCurrencies)
    if ((await findActiveWheelId(on, currency, now)) !== null) wheels.push(currency)
  if (running.length + wheels.length === 0) return [fact('noRewards', 'should')]
  const costs = running.map((offer) => mostOf(offer, offer.given))
  const endless = running.filter((_, at) => costs[at] === null)
  return [
    fact('rewardsOn', 'fine', {
      names: running.map(({ code }) => code),
      count: running.length + wheels.length,
    }),
    fact('rewardsCost', 'fine', { sums: totalOf(costs.flatMap((cost) => cost ?? [])).map(sumOf) }),
    ...(endless.length > 0
      ? [fact('rewardsWithoutEnd', 'should', { names: endless.map(({ code }) => code) })]
      : []),
  ]
}

function totalOf(all: readonly Money[]): Money[] {
  return walletCurrencies
    .map((currency) => ({
      currency,
      amount: all.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0n),
    }))
    .filter(({ amount }) => amount > 0n)
}

import { sumOf } from '@kapao/contract/console/fields'
import type { HouseFact } from '@kapao/contract/console/house'
import { walletCurrencies } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import { mostOf, wheelCostOf } from '#desk/decisions/rewards/cost.ts'
import type { OfferState } from '#desk/decisions/rewards/offers.ts'
import { listCampaigns } from '#money/bonus/campaign-store.ts'
import { listCodes } from '#rewards/promotion/store.ts'
import { findActiveWheelId, loadWheel, type Wheel } from '#rewards/spinwheel/wheel-store.ts'
import type { Settings } from '#settings/registry.ts'
import { fact } from './fact.ts'

/** A house has tens. */
const listedMax = 1_000

type Now = { now: Date; settings: Settings }

/** What is switched on and not over, the most that can still be taken of it, and what a wheel costs on average. */
export async function checkRewards(on: Queryable, { now, settings }: Now): Promise<HouseFact[]> {
  const offers: (OfferState & { code: string })[] = [
    ...(await listCampaigns(on, listedMax)),
    ...(await listCodes(on, listedMax)),
  ]
  const running = offers.filter(
    ({ isOn, endsAt }) => isOn && (endsAt === null || endsAt.getTime() > now.getTime()),
  )
  const wheels: Wheel[] = []
  for (const currency of walletCurrencies) {
    const id = await findActiveWheelId(on, currency, now)
    if (id !== null) wheels.push(await loadWheel(on, id))
  }
  const all = [...running, ...wheels]
  if (all.length === 0) return [fact('noRewards', 'should')]
  const costs = running.map((offer) => mostOf(offer, offer.given))
  const endless = running.filter((_, at) => costs[at] === null)
  return [
    fact('rewardsOn', 'fine', { names: all.map(({ code }) => code), count: all.length }),
    ...(running.length > 0
      ? [
          fact('rewardsCost', 'fine', {
            sums: totalOf(costs.flatMap((cost) => cost ?? [])).map(sumOf),
          }),
        ]
      : []),
    ...(endless.length > 0
      ? [fact('rewardsWithoutEnd', 'should', { names: endless.map(({ code }) => code) })]
      : []),
    ...wheels.map((wheel) => wheelFact(wheel, settings)),
  ]
}

function wheelFact(wheel: Wheel, settings: Settings): HouseFact {
  const { spin, deposits, ofDeposits } = wheelCostOf(wheel, settings)
  const names = [wheel.code]
  if (ofDeposits === null) return fact('wheelWithoutEnd', 'should', { names })
  return fact('wheelCost', 'fine', { names, sums: [spin, deposits, ofDeposits] })
}

function totalOf(all: readonly Money[]): Money[] {
  return walletCurrencies
    .map((currency) => ({
      currency,
      amount: all.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0n),
    }))
    .filter(({ amount }) => amount > 0n)
}

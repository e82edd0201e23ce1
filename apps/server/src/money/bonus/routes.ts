import type { WalletCurrency } from '@kapao/contract/limits'
import {
  activateBonus as activateCall,
  clearBonus,
  listBonuses as listCall,
  previewClearBonus,
  readActiveBonus,
  readBonusBill,
  readBonusMinimum,
  readBonusOffer,
} from '@kapao/contract/bonus'
import type { RewardTerms } from '@kapao/contract/bonus'
import { route, acceptCall, type Api } from '#core/calls/route.ts'
import { activateBonus, listBonuses, readOffer, type ActivateDeps, type Offer } from './activate.ts'
import { startClear } from './clear.ts'
import { continueEnding, type ClearDeps } from './finish.ts'
import { previewClear, viewActiveBonus, readBill, isLowEnoughToEnd, type Bill } from './progress.ts'
import { findById } from './store.ts'
import type { BonusPromise } from './terms.ts'

export type BonusRouteDeps = ClearDeps &
  ActivateDeps & {
    /** Waits for the ending to finish, up to a limit that a member accepts. */
    waitFor: (work: Promise<unknown>) => Promise<void>
  }

export function bonusRoutes(app: Api, deps: BonusRouteDeps): void {
  route(app, listCall, ({ memberId, language }) => listBonuses(deps, memberId, language))
  route(app, activateCall, (caller, { code }) => activateBonus(deps, caller, code))
  route(app, readActiveBonus, ({ memberId }) => viewActiveBonus(deps, memberId))
  route(app, readBonusMinimum, async ({ memberId }) => ({
    status: await isLowEnoughToEnd(deps, memberId),
  }))
  route(app, clearBonus, async (caller) => {
    const id = await startClear(deps, caller)
    await deps.waitFor(continueEnding(deps, id))
    await deps.failpoint('bonus.before-reply')
    const held = await findById(deps.db, id)
    // A provider does not answer or refuses: the worker retries until the game is empty.
    return held?.state === 'ended'
      ? { message: 'BONUS_CLEAR' as const }
      : acceptCall('TRANSFER_PENDING')
  })
  route(app, readBonusOffer, async ({ memberId }, { code }) =>
    answerOf(await readOffer(deps, memberId, code)),
  )
  route(app, previewClearBonus, async ({ memberId }) => {
    const { held, lost, kept, ...judged } = await previewClear(deps, memberId)
    const { currency } = held
    const total = lost.reduce((sum, { amount }) => sum + amount, 0n)
    return {
      ...judged,
      lost: lost.map(({ place, amount }) => ({ place, amount: { amount, currency } })),
      total: { amount: total, currency },
      kept: { amount: kept, currency },
    }
  })
  route(app, readBonusBill, async ({ memberId }) => {
    const bill = await readBill(deps, memberId)
    return bill && billOf(bill)
  })
}

/** An offer as the calls return it. */
export function answerOf({ needsDeposit, ...promised }: Offer) {
  return { ...conditionOf(promised), needsDeposit }
}

function conditionOf({
  terms,
  currency,
  ...promised
}: BonusPromise & { terms: RewardTerms; currency: WalletCurrency }) {
  const { kind, base, percentFail, contributions } = terms
  const money = (amount: bigint) => ({ amount, currency })
  return {
    kind,
    base,
    factor: promised.factor,
    percentFail,
    deposit: money(promised.deposit),
    bonus: money(promised.bonus),
    target: money(promised.target),
    toPlayFirst: money(promised.toPlayFirst),
    endAmount: money(promised.endAmount),
    withdrawMax: promised.withdrawMax === null ? null : money(promised.withdrawMax),
    contributions,
  }
}

function billOf({ held, takings }: Bill) {
  const { id, code, source, state, endedBy, currency, walletTaken, totalAtEnd } = held
  const games = takings.map(({ game, taken, expected }) => ({
    place: game,
    amount: { amount: taken ?? expected, currency },
  }))
  const wallet = { place: 'wallet', amount: { amount: walletTaken, currency } }
  const taken = walletTaken > 0n ? [wallet, ...games] : games
  const sum = taken.reduce((total, { amount }) => total + amount.amount, 0n)
  return {
    ...conditionOf(held),
    _id: id,
    code,
    source,
    state: state as Exclude<typeof state, 'active'>,
    endedBy: endedBy!,
    receivedAt: held.createdAt.toISOString(),
    endedAt: held.endedAt?.toISOString() ?? null,
    totalAtEnd: { amount: totalAtEnd!, currency },
    taken,
    takenTotal: { amount: sum, currency },
  }
}

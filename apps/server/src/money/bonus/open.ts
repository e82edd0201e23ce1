import { nameOfCall } from '@kapao/contract/calls'
import {
  activateBonus,
  clearBonus,
  type RewardTerms,
  type RewardOffer,
} from '@kapao/contract/bonus'
import { receiveInviteBonus } from '@kapao/contract/invite'
import type { Money } from '@kapao/contract/money'
import { activatePromotion } from '@kapao/contract/promotion'
import { addRefundToWallet } from '@kapao/contract/refund'
import { outcomeOf, type FindOperation } from '#core/calls/idempotency.ts'
import { waitFor } from '#core/jobs/wait-for.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Job } from '#core/jobs/jobs.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import { Refused } from '#core/refused.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { findMember } from '#records/account/store.ts'
import type { EarnedRewardGrant } from './give-earned.ts'
import type { GrantReward } from './grant.ts'
import { planOffer, type ActivateDeps } from './activate.ts'
import { endAfterWithdrawal } from './clear.ts'
import type { ClearDeps } from './finish.ts'
import { giveEarned, type GiveDeps } from './give-earned.ts'
import { grantReward } from './grant.ts'
import { bonusJobs, endingWork } from './jobs.ts'
import { answerOf, bonusRoutes } from './routes.ts'
import { findByClearKey, findByKey, type RewardSource } from './store.ts'
import { isOffered } from './terms.ts'
import { openWithdrawalRule, showWithdrawable, type WithdrawableAnswer } from './withdrawable.ts'

export type BonusContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'push' | 'readSettings' | 'failpoint'
>

/** What acts on a neighbour's money, and who looks for one person behind two accounts. */
type Neighbours = Pick<ClearDeps, 'refreshAll' | 'transfers' | 'releaseHeld'> & {
  watch: ActivateDeps['watch'] & GiveDeps['watch'] & Pick<ClearDeps, 'release'>
}

export type OpenBonus = Capability & {
  jobs: readonly Job[]
  openWork: readonly OpenWork[]
  /** Credits any reward and puts the member under its withdrawal condition. */
  grant: GrantReward
  /** Credits a reward that a member has earned, under a withdrawal condition if the operator binds it to one. */
  give: EarnedRewardGrant
  /** What these terms would give a member and require now. */
  planOffer: (memberId: string, terms: RewardTerms) => Promise<RewardOffer>
  isOffered: (on: Queryable, memberId: string, terms: RewardTerms) => Promise<boolean>
  /** Whether a bonus blocks a withdrawal of this much; one whose target is met does not. */
  blocksWithdrawal: (on: Queryable, memberId: string, money?: Money) => Promise<boolean>
  /** How much a member can withdraw now, and what keeps the rest. */
  showWithdrawable: (memberId: string) => Promise<WithdrawableAnswer>
  /** To be called after every change of a withdrawal; never throws. */
  withdrawalChanged: (memberId: string) => void
}

/** Rewards under a withdrawal condition, and the jobs that end them. */
export function openBonus(context: BonusContext, neighbours: Neighbours): OpenBonus {
  const { log } = context
  const deps = bonusDeps(context, neighbours)
  const grant: GrantReward = (caller, wanted) => grantReward(deps, caller, wanted)
  const { watch } = neighbours
  return {
    grant,
    give: (caller, reward) => giveEarned({ ...deps, watch }, caller, reward),
    planOffer: async (memberId, terms) => answerOf(await planOffer(deps, memberId, terms)),
    isOffered: async (on, memberId, terms) => {
      const member = await findMember(on, memberId)
      if (!member) throw new Refused('NO_USER')
      return isOffered(terms, member.currency)
    },
    blocksWithdrawal: openWithdrawalRule(deps),
    showWithdrawable: (memberId) => showWithdrawable(context, memberId),
    withdrawalChanged: (memberId) => {
      endAfterWithdrawal(deps, memberId).catch((error: unknown) =>
        log.error({ err: error }, 'a bonus could not be ended; the worker will'),
      )
    },
    registerCalls: (api) =>
      bonusRoutes(api, {
        ...deps,
        watch,
        waitFor: async (work) =>
          void (await waitFor(context, { work, what: 'the end of a bonus' })),
      }),
    operations: rewardOutcomes(),
    openWork: [endingWork(deps)],
    jobs: bonusJobs(deps),
  }
}

/** The dependencies for giving and ending bonuses. */
export function bonusDeps(
  context: BonusContext,
  { refreshAll, transfers, releaseHeld, watch: { release } }: Neighbours,
): ClearDeps {
  const neighbours = { refreshAll, transfers, releaseHeld, release }
  return { ...context, ...neighbours, accounts: accountBook(context.db) }
}

/** The call that gives each reward; a refund has a condition only when it is added to the wallet. */
const rewardRoutes: Record<RewardSource, string> = {
  bonus: nameOfCall(activateBonus),
  promotion: nameOfCall(activatePromotion),
  invite: nameOfCall(receiveInviteBonus),
  refund: nameOfCall(addRefundToWallet),
}

/** The outcome of a key used here for a reward or its end, for `outcome`. */
function rewardOutcomes(): FindOperation[] {
  const route = nameOfCall(clearBonus)
  return [
    outcomeOf(findByKey, ({ source }) => ({
      state: 'done',
      route: rewardRoutes[source],
      code: 'SUCCESS',
    })),
    outcomeOf(findByClearKey, ({ state }) =>
      state === 'ended' ? { state: 'done', route, code: 'SUCCESS' } : { state: 'running', route },
    ),
  ]
}

import { nameOfCall } from '@kapao/contract/calls'
import { clearBonus, type RewardTerms, type RewardOffer } from '@kapao/contract/bonus'
import type { Money } from '@kapao/contract/money'
import { outcomeOf, type FindOperation } from '#core/calls/idempotency.ts'
import { waitFor } from '#core/jobs/wait-for.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Job } from '#core/jobs/jobs.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import { Refused } from '#core/calls/refuse.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { GiveEarned } from './give-earned.ts'
import type { GrantReward } from './grant.ts'
import { planOffer, type ActivateDeps } from './activate.ts'
import { endAfterWithdrawal, type ClearDeps } from './clear.ts'
import { giveEarned, type GiveDeps } from './give-earned.ts'
import { grantReward } from './grant.ts'
import { bonusJobs, endingWork, type BonusJobDeps } from './jobs.ts'
import { openWithdrawalRule } from './progress.ts'
import { answerOf, bonusRoutes } from './routes.ts'
import { findByClearKey, findByKey, type Held, type RewardSource } from './store.ts'
import { isOffered } from './terms.ts'

export type BonusContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'push' | 'readSettings' | 'failpoint'
>

type DepositRow = { id: string; amount: bigint; settledAt: Date }

export type BonusUses = Pick<
  ClearDeps,
  | 'findMember'
  | 'lockMember'
  | 'insertRow'
  | 'refreshAll'
  | 'listCategories'
  | 'readSlowGames'
  | 'listOpenGames'
  | 'withdrawalIsOpen'
  | 'takeOut'
  | 'releaseHeld'
  | 'release'
> & {
  findToPlayAt: (on: Queryable, asked: { memberId: string; at: Date }) => Promise<bigint>
  findNewestCredited: (on: Queryable, memberId: string) => Promise<DepositRow | null>
  hasWithdrawnSince: (on: Queryable, memberId: string, since: Date) => Promise<boolean>
  findHeldAfter: (
    on: Queryable,
    memberId: string,
    statementSeq: bigint,
  ) => Promise<{ id: string; amount: bigint; state: string } | null>
}

type Uses = BonusUses &
  Pick<BonusJobDeps, 'listWhoWithdrew'> &
  Pick<GiveDeps, 'bindReward'> & {
    watch: ActivateDeps['watch'] & GiveDeps['watch']
    /** The call that gives a reward of this source. */
    routeOf: (source: Held['source']) => string
  }

export type OpenBonus = Capability & {
  jobs: readonly Job[]
  openWork: readonly OpenWork[]
  /** Credits any reward and puts the member under its withdrawal condition. */
  grant: GrantReward
  /** Credits a reward that a member has earned, under a withdrawal condition if the operator binds it to one. */
  give: GiveEarned
  /** What these terms would give a member and require now. */
  planOffer: (memberId: string, terms: RewardTerms) => Promise<RewardOffer>
  isOffered: (on: Queryable, memberId: string, terms: RewardTerms) => Promise<boolean>
  /** Whether a bonus blocks a withdrawal of this much; one whose target is met does not. */
  blocksWithdrawal: (on: Queryable, memberId: string, money?: Money) => Promise<boolean>
  /** To be called after every change of a withdrawal; never throws. */
  withdrawalChanged: (memberId: string) => void
}

/** Rewards under a withdrawal condition, and the jobs that end them. */
export function openBonus(context: BonusContext, uses: Uses): OpenBonus {
  const { log, readSettings } = context
  const deps = bonusDeps(context, uses)
  const grant: GrantReward = (caller, wanted) => grantReward(deps, caller, wanted)
  const { bindReward, watch } = uses
  const giving: GiveDeps = { ...deps, grant, bindReward, watch }
  return {
    grant,
    give: (caller, reward) => giveEarned(giving, caller, reward),
    planOffer: async (memberId, terms) => answerOf(await planOffer(deps, memberId, terms)),
    isOffered: async (on, memberId, terms) => {
      const member = await deps.findMember(on, memberId)
      if (!member) throw new Refused('NO_USER')
      return isOffered(terms, member.currency)
    },
    blocksWithdrawal: openWithdrawalRule(deps),
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
    operations: openRewardOutcomes(uses.routeOf),
    openWork: [endingWork(deps)],
    jobs: bonusJobs({ ...deps, readSettings, listWhoWithdrew: uses.listWhoWithdrew }),
  }
}

/** The dependencies for giving and ending bonuses. */
export function bonusDeps(context: BonusContext, uses: BonusUses): ClearDeps {
  const { db, clock, readSettings } = context
  const { findNewestCredited, hasWithdrawnSince, findHeldAfter, findToPlayAt } = uses
  return {
    ...context,
    ...uses,
    accounts: accountBook(db),
    // A share of a deposit is for money that is here to be played with: a later withdrawal may have been that money.
    findNewestDeposit: async (on, memberId) => {
      const newest = await findNewestCredited(on, memberId)
      return newest && !(await hasWithdrawnSince(on, memberId, newest.settledAt)) ? newest : null
    },
    findToPlay: (on, memberId) => findToPlayAt(on, { memberId, at: clock.now() }),
    findWithdrawalAfter: async (on, memberId, statementSeq) => {
      const found = await findHeldAfter(on, memberId, statementSeq)
      return found && { id: found.id, amount: found.amount, isReturned: found.state === 'returned' }
    },
    readDefaults: async (currency) => {
      const settings = await readSettings()
      return {
        factor: settings['bonus.factor'],
        endAmount: settings[`bonus.endAmount.${currency}`],
      }
    },
  }
}

/** The outcome of a key used here for a reward or its end, for `outcome`. */
function openRewardOutcomes(routeOf: (source: RewardSource) => string): FindOperation[] {
  const route = nameOfCall(clearBonus)
  return [
    outcomeOf(findByKey, ({ source }) => ({
      state: 'done',
      route: routeOf(source),
      code: 'SUCCESS',
    })),
    outcomeOf(findByClearKey, ({ state }) =>
      state === 'ended' ? { state: 'done', route, code: 'SUCCESS' } : { state: 'running', route },
    ),
  ]
}

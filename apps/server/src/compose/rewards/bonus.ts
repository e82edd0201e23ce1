import type { Money } from '@kapao/contract/money'
import { waitFor } from '#core/answers/wait-for.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db.ts'
import { fingerprintOf } from '#core/idempotency.ts'
import type { Ids } from '#core/ids.ts'
import { doEach, walk, type Job } from '#core/jobs.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/log.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import type { OpenWork } from '#core/sweep/open-work.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listEmptyOwners } from '#ledger/read.ts'
import { findMember } from '#modules/account/store.ts'
import { activateRoute as bonusRoute, planOffer } from '#modules/bonus/activate.ts'
import {
  endAfterWithdrawal,
  endEmptied,
  recoverEnding,
  type ClearDeps,
  type TakeOut,
} from '#modules/bonus/clear.ts'
import {
  openRewardOutcome,
  grantReward,
  type Caller,
  type Wanted,
} from '#modules/bonus/grant.ts'
import { openWithdrawalRule } from '#modules/bonus/progress.ts'
import { answerOf, bonusRoutes } from '#modules/bonus/routes.ts'
import {
  countDue,
  findHeld,
  forfeitPlace,
  listActive,
  listDue,
  type Held,
} from '#modules/bonus/store.ts'
import { isOffered } from '#modules/bonus/terms.ts'
import { findNewestCredited } from '#modules/deposits/booked-store.ts'
import { receiveRoute as inviteRoute } from '#modules/invite/receive.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import { activateRoute as promotionRoute } from '#modules/promotion/service.ts'
import { promotionRoutes } from '#modules/promotion/routes.ts'
import type { RewardWatch } from './watch/watch.ts'
import { addRoute as addRefundRoute } from '#modules/refund/receive.ts'
import type { Settings } from '#settings/registry.ts'
import { insertRow, lockMember } from '#modules/statement/store.ts'
import type { AllDeps } from '#modules/transfers/all.ts'
import { findByKey, findTransfer, listOpenGames } from '#modules/transfers/store.ts'
import {
  findHeldAfter,
  hasOpen,
  hasWithdrawnSince,
  listWhoWithdrew,
} from '#modules/withdrawals/store.ts'
import { readSlowGames } from '../withdrawals/slow-games.ts'

export type BonusAround = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  push: PushTo
  readSettings: () => Promise<Settings>
  /** What empties the games when a bonus ends, and what is asked of them before. */
  games: {
    transfers: AllDeps
    refreshAll: (memberId: string) => Promise<boolean>
    listCategories: () => Promise<ReadonlyMap<string, string>>
  }
  releaseHeld: (memberId: string) => Promise<void>
  watch: Pick<RewardWatch, 'lookAtCode' | 'lookAtBonus' | 'isHeld'>
  passStep: (step: string) => Promise<void>
}

export type ComposedBonus = {
  /** Credits any reward and puts the member under its condition; invite and refund give theirs through this, too. */
  grant: (caller: Caller, wanted: Wanted) => Promise<Held>
  /** Whether a bonus stands in the way of a withdrawal of this much. */
  blocksWithdrawal: (on: Queryable, memberId: string, money?: Money) => Promise<boolean>
  /** To be told of every withdrawal that has changed; never throws. */
  withdrawalChanged: (memberId: string) => void
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  openWork: OpenWork[]
  jobs: Job[]
}

/** Which call gives what is held; a condition comes with a refund only where it is added to the wallet. */
const routes: Record<Held['source'], string> = {
  bonus: bonusRoute,
  promotion: promotionRoute,
  invite: inviteRoute,
  refund: addRefundRoute,
}
const afterWithdrawalEveryMs = 30_000
const emptiedEveryMs = 60_000
const holdersAtOnce = 1_000
/** Each is asked about at every provider of the member. */
const askedAtOnceMax = 8
/** A process that was away for so long is missed by people. */
const lookedBackMs = 7 * 24 * 60 * 60_000

/** Rewards under a withdrawal condition: bonuses and promotion codes, and what ends them. */
export function composeBonus(around: BonusAround): ComposedBonus {
  const { db, log, games } = around
  const deps = bonusDeps(around)
  const grant = (caller: Caller, wanted: Wanted) => grantReward(deps, caller, wanted)
  return {
    grant,
    blocksWithdrawal: openWithdrawalRule(deps),
    withdrawalChanged: (memberId) => {
      endAfterWithdrawal(deps, memberId).catch((error: unknown) =>
        log.error({ err: error }, 'a bonus could not be ended; the worker will'),
      )
    },
    registerCalls: (api) => {
      bonusRoutes(api, {
        ...deps,
        watch: around.watch,
        waitFor: async (work) =>
          void (await waitFor(games.transfers, { work, what: 'the end of a bonus' })),
      })
      promotionRoutes(api, {
        ...around,
        grant,
        findHeld,
        planOffer: async (memberId, terms) => answerOf(await planOffer(deps, memberId, terms)),
        languageOf: async (memberId) => (await loadMember(db, memberId)).language,
        isOffered: async (on, memberId, terms) =>
          isOffered(terms, (await loadMember(on, memberId)).currency),
      })
    },
    operations: [openRewardOutcome((source) => routes[source])],
    openWork: [endingWork(deps)],
    jobs: bonusJobs(around, deps),
  }
}

/** What ends conditions that nobody ends by hand. */
function bonusJobs({ clock, log, readSettings }: BonusAround, deps: ClearDeps): Job[] {
  const told = {
    log,
    failed: 'a bonus could not be ended by itself',
    subjectOf: (memberId: string) => ({ member: memberId }),
  }
  return [
    {
      name: 'bonus.afterWithdrawals',
      everyMs: afterWithdrawalEveryMs,
      run: () => {
        const since = new Date(clock.now().getTime() - lookedBackMs)
        const withdrawn = holdersOf(deps.db, (page) => listWhoWithdrew(deps.db, page, since))
        return doEach(withdrawn, (memberId) => endAfterWithdrawal(deps, memberId), told)
      },
    },
    {
      name: 'bonus.emptied',
      everyMs: emptiedEveryMs,
      run: async () => {
        const quietMs = (await readSettings())['bonus.endEmptyAfter'] * 60_000
        const emptied = holdersOf(deps.db, (page) => listEmptied(deps.db, page))
        const asked = { ...told, atOnceMax: askedAtOnceMax }
        return doEach(emptied, (memberId) => endEmptied(deps, { memberId, quietMs }), asked)
      },
    },
  ]
}

type Holder = Awaited<ReturnType<typeof listActive>>[number]

/** Those under a condition whom a question picks out; they are asked about a page at a time. */
async function* holdersOf(
  db: Db,
  pick: (page: readonly Holder[]) => Promise<string[]>,
): AsyncGenerator<string> {
  const listAfter = (after: string) => listActive(db, { after, limit: holdersAtOnce })
  for await (const page of walk(listAfter, ({ memberId }) => memberId)) yield* await pick(page)
}

function listEmptied(db: Db, page: readonly Holder[]): Promise<string[]> {
  const members = page.map(({ memberId }) => memberId)
  return listEmptyOwners(db, members, ['wallet', 'game', 'transfer'])
}

/** What bonuses are given of the other modules. */
export function bonusDeps(around: Omit<BonusAround, 'watch'>): ClearDeps {
  const { db, readSettings, games } = around
  return {
    ...around,
    accounts: accountBook(db),
    findMember,
    lockMember,
    insertRow,
    refreshAll: games.refreshAll,
    listCategories: games.listCategories,
    readSlowGames,
    listOpenGames,
    withdrawalIsOpen: hasOpen,
    findNewestDeposit: findNewestStaying,
    readDefaults: async (currency) => {
      const settings = await readSettings()
      return {
        factor: settings['bonus.factor'],
        endAmount: settings[`bonus.endAmount.${currency}`],
      }
    },
    takeOut: takeOutBy(games.transfers, around),
    findWithdrawalAfter: findWithdrawalAfterIn,
  }
}

async function loadMember(on: Queryable, memberId: string) {
  const member = await findMember(on, memberId)
  if (!member) throw new Refused('NO_USER')
  return member
}

/** A share of a deposit is for money that is here to be played with: what was withdrawn after it may have been just that. */
async function findNewestStaying(on: Queryable, memberId: string) {
  const newest = await findNewestCredited(on, memberId)
  return newest && !(await hasWithdrawnSince(on, memberId, newest.settledAt)) ? newest : null
}

async function findWithdrawalAfterIn(on: Queryable, memberId: string, statementSeq: bigint) {
  const found = await findHeldAfter(on, memberId, statementSeq)
  return found && { id: found.id, amount: found.amount, isReturned: found.state === 'returned' }
}

function takeOutBy({ transfers, db }: AllDeps, { ids }: Pick<BonusAround, 'ids'>): TakeOut {
  return {
    begin: async ({ memberId, key, held, from, hold, target, amount }) => {
      const known = await findByKey(db, memberId, key)
      if (known) return known.id
      if (amount <= 0n) return null
      const game = from.party
      const planned = {
        id: ids.key(),
        memberId,
        key,
        fingerprint: fingerprintOf('bonus.clear', { held, game }),
        parent: null,
        kind: 'out' as const,
        game,
        from: game,
        to: forfeitPlace,
        amount,
        currency: from.currency,
        source: from,
        hold,
        target,
        next: null,
        requestId: `bonus ${held}`,
      }
      try {
        return (await transfers.begin(planned)).id
      } catch (error) {
        // Another one is in flight there, or has taken it meanwhile.
        if (error instanceof Refused) return null
        throw error
      }
    },
    carryOn: transfers.carryOn,
    find: async (id) => {
      const found = await findTransfer(db, id)
      if (!found) return null
      const { state, amount } = found
      return { state: state === 'done' || state === 'returned' ? state : 'open', amount }
    },
  }
}

/** Bonuses that are ending and wait for a provider, or for nobody since a process died. */
function endingWork(deps: ClearDeps): OpenWork {
  return {
    name: 'bonus',
    job: 'bonus.sweep',
    everyMs: 5_000,
    atOnceEach: 4,
    findDue: (wanted) => listDue(deps.db, wanted),
    countDue: (at) => countDue(deps.db, at),
    finish: (due) => recoverEnding(deps, due),
  }
}

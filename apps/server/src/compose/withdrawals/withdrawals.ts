import { moneyFromText, type Currency, type Money } from '@kapao/contract/money'
import { mainWallet } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/log.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import type { OpenWork } from '#core/sweep/open-work.ts'
import { accountBook } from '#ledger/accounts.ts'
import { openPayouts, type Payouts } from '#outside/payout/open.ts'
import { maskBankAccountNo } from '../../modules/account/bank-account.ts'
import { standingOf } from '../../modules/account/find.ts'
import { isHeldByItem } from '../../modules/items/store.ts'
import type { FindOperation } from '../../modules/outcome/service.ts'
import type { Settings } from '../../modules/settings/registry.ts'
import { lockMember, updateStatus } from '../../modules/statement/store.ts'
import { beginAll, carryAll, type AllDeps } from '../../modules/transfers/all.ts'
import { findByKey, listParts } from '../../modules/transfers/store.ts'
import { hasUnshown } from '../../modules/bankfeed/word-store.ts'
import { hasUnproven } from '../../modules/qrcodes/payments/proof-store.ts'
import { underWayRoutes } from '../../modules/wallet/routes.ts'
import { recover } from '../../modules/withdrawals/pay.ts'
import { findWithdrawalOutcome, withdrawalRoutes } from '../../modules/withdrawals/routes.ts'
import {
  openWithdrawals,
  type Rules,
  type WithdrawalDeps,
} from '../../modules/withdrawals/service.ts'
import { dueWithdrawals } from '../../modules/withdrawals/store.ts'
import { failpointOf } from '../games.ts'
import { tellOfWithdrawal } from '../live/tell.ts'
import type { ComposedConditions } from '../rewards/conditions.ts'
import { lateStakesJob } from './late-stakes.ts'
import { mayBeOldStakes } from './old-stakes.ts'
import { tellUnderWay } from './under-way.ts'

export type WithdrawalsAround = {
  config: Pick<Config, 'sandboxUrl' | 'payouts' | 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  push: PushTo
  mayReach: (memberId: string) => boolean
  readSettings: () => Promise<Settings>
  /** Whether a bonus stands in the way of so much; one whose target is reached does not. */
  bonusHeld: (on: Queryable, memberId: string, money?: Money) => Promise<boolean>
  /** Whether conditions of other rewards do, and what the member is told of them. */
  isKept: ComposedConditions['isKept']
  showKept: ComposedConditions['showKept']
  /** Hears of every change after its commit, for the bonus that a withdrawal ends; never throws. */
  withdrawalChanged?: (memberId: string) => void
  /** What empties the games of who withdraws everything. */
  transfers: AllDeps
}

export type ComposedWithdrawals = {
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  openWork: OpenWork[]
  jobs: Job[]
  payouts: Payouts
}

/** What was credited on a message alone is paid out to nobody until its second source knows it. */
async function findUnproven(db: Db, memberId: string): Promise<string | null> {
  if (await hasUnproven(db, memberId))
    return 'a payment of the member is not confirmed by its gateway: kapao qrcodes list --payments'
  if (await hasUnshown(db, memberId))
    return 'a deposit of the member is not shown by its bank yet: kapao deposits list --unproven'
  return null
}

/** Money on its way out: from the wallet, or from everywhere, to the member's bank account. */
export function composeWithdrawals(around: WithdrawalsAround): ComposedWithdrawals {
  const { config, db, clock, readSettings, transfers } = around
  const { sandboxUrl } = config
  const payouts = openPayouts({ sandboxUrl, accounts: config.payouts, clock })
  const deps: WithdrawalDeps = {
    ...around,
    accounts: accountBook(db),
    readRules: async (currency) => rulesOf(await readSettings(), currency),
    isShutOut: async (memberId) => (await standingOf(db, memberId)) === 'inactive',
    findUnproven: (memberId) => findUnproven(db, memberId),
    isChecked: (memberId) => isHeldByItem(db, memberId, 'withdrawals'),
    mustBeSeen: (memberId, isSwept) => mayBeOldStakes(db, { memberId, now: clock.now(), isSwept }),
    lockMember,
    setRowStatus: updateStatus,
    findChannel: payouts.find,
    sweepGames: (memberId, withdrawal, requestId) =>
      sweepGames(transfers, { memberId, key: keyOf(withdrawal), requestId }),
    isSweeping: (memberId, withdrawal) => isSweeping(db, memberId, keyOf(withdrawal)),
    tell: (changed) => {
      tellOfWithdrawal(around, changed)
      around.withdrawalChanged?.(changed.memberId)
    },
    passStep: failpointOf(config.failpoint),
  }
  const withdrawals = openWithdrawals(deps)
  return {
    registerCalls: (api) => {
      withdrawalRoutes(api, {
        ...deps,
        withdrawals,
        maskAccountNo: maskBankAccountNo,
        showKept: around.showKept,
      })
      underWayRoutes(api, (memberId) => tellUnderWay(around, memberId))
    },
    operations: [findWithdrawalOutcome],
    openWork: [withdrawalWork(deps)],
    jobs: [lateStakesJob(around)],
    payouts,
  }
}

function rulesOf(settings: Settings, currency: Currency): Rules {
  if (currency === 'COIN') throw new Error('coins are not withdrawn')
  const money = (text: string): Money => moneyFromText(text, currency)!
  return {
    min: money(settings[`withdraw.min.${currency}`]),
    max: money(settings[`withdraw.max.${currency}`]),
    autoMax: money(settings[`withdraw.autoMax.${currency}`]),
    autoDayMax: money(settings[`withdraw.autoDayMax.${currency}`]),
    twoFrom: money(settings[`withdraw.twoFrom.${currency}`]),
    channel: settings[`withdraw.channel.${currency}`],
  }
}

/** The sweep of a withdrawal is a transfer of everything under a key of its own, which no member can send. */
function keyOf(withdrawal: string): string {
  return `withdrawal:${withdrawal}`
}

type Sweep = { memberId: string; key: string; requestId: string }

async function sweepGames(transfers: AllDeps, sweep: Sweep): Promise<void> {
  try {
    const { id, isMine } = await beginAll(transfers, sweep, { to: mainWallet })
    if (isMine) await carryAll(transfers, id, sweep.requestId)
  } catch (error) {
    // Nothing was in the games any more; what the wallet has decides.
    if (!(error instanceof Refused)) throw error
  }
}

/** Legs that have ended count as ended, even while what stands above them waits for its turn to be ended, too. */
async function isSweeping(db: Db, memberId: string, key: string): Promise<boolean> {
  const all = await findByKey(db, memberId, key)
  if (!all || all.state === 'done' || all.state === 'returned') return false
  const parts = await listParts(db, all.id)
  return parts.length === 0 || parts.some(({ state }) => state !== 'done' && state !== 'returned')
}

/** Whatever waits for nobody but us, however old it is. */
function withdrawalWork(deps: WithdrawalDeps): OpenWork {
  return {
    name: 'withdrawals',
    job: 'withdrawals.sweep',
    everyMs: 2_000,
    atOnceEach: 4,
    findDue: (wanted) => dueWithdrawals.find(deps.db, wanted),
    countDue: (at) => dueWithdrawals.count(deps.db, at),
    finish: (due) => recover(deps, due),
  }
}

import type { Currency } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import { doEach, walk, type Job } from '#core/jobs.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import type { Settle } from '#outside/arrival.ts'
import { findMember, listStandings } from '#modules/account/store.ts'
import { listHolders } from '#modules/bonus/store.ts'
import { depositRoutes, endOldRequests, findRequestOutcome } from '#modules/deposits/request.ts'
import type { ResolveDeps } from '#modules/deposits/resolve.ts'
import { openSettle, type Credited, type Deposits } from '#modules/deposits/settle.ts'
import { listCertain, listSuspended, listWaiting } from '#modules/deposits/store.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import type { Settings } from '#settings/registry.ts'
import { listOwnAccounts } from './bankfeed.ts'
import type { TakeBackDeps } from '#modules/deposits/take-back.ts'
import { insertRow, lockMember, updateStatus } from '#modules/statement/store.ts'

export type DepositsAround = {
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'info' | 'warn' | 'error'>
  push: PushTo
  readSettings: () => Promise<Settings>
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
  passStep: (step: string) => Promise<void>
  /** Who wants to know of every deposit that reaches a wallet; after the commit, best effort. */
  onCredited: readonly ((credited: Credited) => void)[]
}

export type ComposedDeposits = {
  /** The one door for money that comes in; every channel is handed this. */
  settle: Settle
  /** Credits what waited for the end of the member's bonus; to be called when one has ended. The worker does it, too. */
  releaseHeld: (memberId: string) => Promise<void>
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  jobs: Job[]
}

const minuteMs = 60_000
const releaseEveryMs = 5_000
const alikeEveryMs = 10_000
const releasedAtOnceMax = 500
const membersAtOnce = 2_000

/** Money that comes in by bank, and what every other door of it shares. */
export function composeDeposits(around: DepositsAround): ComposedDeposits {
  const { db, readSettings } = around
  const accounts = accountBook(db)
  const deposits = openDeposits({ ...around, accounts })
  const requests = {
    ...around,
    accounts,
    lockMember,
    insertRow,
    failRow,
    readManual: async () => {
      const settings = await readSettings()
      return {
        isManual: settings['deposit.manual'],
        isReserving: settings['deposit.ownSatang'],
      }
    },
  }
  return {
    settle: deposits.settle,
    // Whoever calls has ended the bonus, which stays ended; the worker comes back for what is left.
    releaseHeld: (memberId) =>
      release(around, deposits, memberId).catch((error: unknown) => {
        around.log.warn({ err: error, member: memberId }, 'what waited is not released yet')
      }),
    registerCalls: (api) => depositRoutes(api, requests),
    operations: [findRequestOutcome],
    jobs: [
      { name: 'deposits.release', everyMs: releaseEveryMs, run: () => release(around, deposits) },
      {
        name: 'deposits.alike',
        everyMs: alikeEveryMs,
        run: () => releaseCertain(around, deposits),
      },
      { name: 'deposits.endRequests', everyMs: 10 * minuteMs, run: () => endOldRequests(requests) },
    ],
  }
}

type OpenAround = DepositsAround & { accounts: AccountBook }

/** The door itself, for the server and for the operators' terminal. */
function openDeposits(around: OpenAround): Deposits {
  const { db, readSettings } = around
  return openSettle({
    ...around,
    findMember,
    readCoinPer: async (currency) => (await readSettings())[`spin.coinPer.${currency}`],
    readWalletSeq: async (memberId) => {
      const balances = await listBalances(db, memberId)
      return balances.find(({ kind }) => kind === 'wallet')?.seq ?? 0n
    },
  })
}

/** What operators decide of deposits; from a terminal nobody's page can be told, and none depends on it. */
export function openDepositDesk(
  around: Omit<DepositsAround, 'push' | 'onCredited' | 'passStep'>,
): ResolveDeps & TakeBackDeps {
  const accounts = accountBook(around.db)
  const quiet = { push: () => undefined, passStep: async () => undefined, onCredited: [] }
  const deposits = openDeposits({ ...around, ...quiet, accounts })
  const countCoins = async (on: Queryable, memberId: string) => {
    const balances = await listBalances(on, memberId)
    return balances.find(({ kind }) => kind === 'coin')?.money.amount ?? 0n
  }
  const listOwnParties = async (currency: Currency) =>
    (await listOwnAccounts(around.readSettings))
      .filter((own) => own.currency === currency)
      .map(({ party }) => party)
  const rows = { lockMember, failRow, insertRow }
  return { ...around, ...rows, accounts, deposits, findMember, countCoins, listOwnParties }
}

async function failRow(tx: Tx, memberId: string, seq: bigint): Promise<void> {
  await updateStatus(tx, { memberId, seq }, 'FAILED')
}

/** Of those members for whom nothing stands in the way any longer; who still waits is passed over, however many they are. */
async function* listFree(db: Db): AsyncGenerator<string> {
  const listAfter = (after: string) => listWaiting(db, { after, limit: membersAtOnce })
  for await (const waiting of walk(listAfter, (memberId) => memberId)) {
    const holders = new Set(await listHolders(db, waiting))
    for (const { id, deactivatedAt } of await listStandings(db, waiting))
      if (deactivatedAt === null && !holders.has(id)) yield id
  }
}

async function* listWaitingOf(db: Db, members: Iterable<string> | AsyncIterable<string>) {
  for await (const memberId of members)
    for (const why of ['bonus', 'inactive'] as const)
      yield* await listSuspended(db, { why, memberId, limit: releasedAtOnceMax })
}

/** What may have been another deposit, and was told of otherwise since then. */
async function releaseCertain({ db, log }: DepositsAround, deposits: Deposits): Promise<void> {
  await doEach(await listCertain(db, releasedAtOnceMax), (deposit) => deposits.release(deposit), {
    log,
    failed: 'a deposit like another could not be judged',
    subjectOf: ({ id }) => ({ deposit: id }),
  })
}

/** Of everybody who is free to have it, or of one member. One that cannot be placed does not keep the others waiting. */
function release(
  { db, log }: DepositsAround,
  deposits: Deposits,
  memberId?: string,
): Promise<void> {
  const members = memberId === undefined ? listFree(db) : [memberId]
  return doEach(listWaitingOf(db, members), (deposit) => deposits.release(deposit), {
    log,
    failed: 'a deposit that waits could not be judged',
    subjectOf: ({ id }) => ({ deposit: id }),
  })
}

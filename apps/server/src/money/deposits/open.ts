import type { Capability, ContextWith } from '#context/app-context.ts'
import type { Tx } from '#core/db/db.ts'
import type { Job } from '#core/jobs/jobs.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import type { Settle } from '#outside/arrival.ts'
import { endOldRequests } from './end.ts'
import type { ResolveDeps } from './match.ts'
import { release, releaseCertain, type ReleaseDeps } from './release.ts'
import { findRequestOutcome, type RequestDeps } from './request.ts'
import { depositRoutes } from './routes.ts'
import { type Deposits, openSettle, type SettleDeps } from './settle.ts'
import type { TakeBackDeps } from './take-back.ts'

type SettleContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'push' | 'readSettings' | 'failpoint'
>

type StatementRows = {
  lockMember: RequestDeps['lockMember']
  insertRow: RequestDeps['insertRow'] & TakeBackDeps['insertRow']
  updateStatus: (tx: Tx, row: { memberId: string; seq: bigint }, status: 'FAILED') => Promise<void>
}

type Uses = StatementRows &
  Pick<SettleDeps, 'findMember'> &
  Pick<RequestDeps, 'bonusHeld'> &
  Pick<ReleaseDeps, 'listHolders' | 'listStandings'>

export type OpenDeposits = Capability & {
  jobs: readonly Job[]
  /** The single entry point for incoming money, shared by all channels. */
  settle: Settle
  /**
   * Credits deposits that waited for the end of the member's bonus; to be called when one has ended. The worker does
   * it, too.
   */
  releaseHeld: (memberId: string) => Promise<void>
}

const minuteMs = 60_000
const releaseEveryMs = 5_000
const alikeEveryMs = 10_000

/** Deposits by bank transfer, and the settling that all other channels share. */
export function openDeposits(context: SettleContext, uses: Uses): OpenDeposits {
  const { db, log, readSettings } = context
  const accounts = accountBook(db)
  const deposits = openDoor(context, { accounts, findMember: uses.findMember })
  const releasing: ReleaseDeps = { ...uses, db, log }
  const requests: RequestDeps = {
    ...context,
    ...uses,
    accounts,
    failRow: failRowBy(uses),
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
    // The caller has ended the bonus, which stays ended; the worker retries the rest.
    releaseHeld: (memberId) =>
      release(releasing, deposits, memberId).catch((error: unknown) => {
        log.warn({ err: error, member: memberId }, 'waiting deposits are not released yet')
      }),
    registerCalls: (api) => depositRoutes(api, requests),
    operations: [findRequestOutcome],
    jobs: [
      {
        name: 'deposits.release',
        everyMs: releaseEveryMs,
        run: () => release(releasing, deposits),
      },
      {
        name: 'deposits.alike',
        everyMs: alikeEveryMs,
        run: () => releaseCertain(releasing, deposits),
      },
      {
        name: 'deposits.endRequests',
        everyMs: 10 * minuteMs,
        run: () => endOldRequests({ ...requests, log }),
      },
    ],
  }
}

type DeskUses = StatementRows &
  Pick<SettleDeps, 'findMember'> &
  Pick<TakeBackDeps, 'bonusHeld'> &
  Pick<ResolveDeps, 'listOwnParties'>

/** Operators' decisions on deposits; a terminal cannot notify members' pages, and no decision depends on it. */
export function openDepositDesk(
  context: Omit<SettleContext, 'push' | 'failpoint'>,
  uses: DeskUses,
): ResolveDeps & TakeBackDeps {
  const accounts = accountBook(context.db)
  const quiet = { push: () => undefined, failpoint: async () => undefined }
  const deposits = openDoor({ ...context, ...quiet }, { accounts, findMember: uses.findMember })
  return { ...context, ...uses, accounts, deposits, failRow: failRowBy(uses) }
}

/** Opens the settling itself, for the server and for the operators' terminal. */
function openDoor(
  context: SettleContext,
  { accounts, findMember }: { accounts: AccountBook } & Pick<SettleDeps, 'findMember'>,
): Deposits {
  return openSettle({
    ...context,
    accounts,
    findMember,
    readCoinPer: async (currency) => (await context.readSettings())[`spin.coinPer.${currency}`],
  })
}

function failRowBy({ updateStatus }: StatementRows): RequestDeps['failRow'] {
  return (tx, memberId, seq) => updateStatus(tx, { memberId, seq }, 'FAILED')
}

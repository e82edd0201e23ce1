import { minuteMs } from '@kapao/contract/times'
import type { Capability, ContextWith } from '#context/app-context.ts'
import type { Job } from '#core/jobs/jobs.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import type { Settle } from '#outside/arrival.ts'
import { endOldRequests } from './end.ts'
import { giveBackRefused } from './give-back.ts'
import type { ResolveDeps } from './match.ts'
import { release, releaseCertain } from './release.ts'
import { findRequestOutcome, type RequestDeps } from './request.ts'
import { depositRoutes } from './routes.ts'
import { type Deposits, openSettle } from './settle.ts'
import type { TakeBackDeps } from './take-back.ts'

type SettleContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'push' | 'readSettings' | 'failpoint'
>

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

const releaseEveryMs = 5_000
const alikeEveryMs = 10_000
const giveBackEveryMs = 2_000

/** Deposits by bank transfer, and the settling that all other channels share. */
export function openDeposits(context: SettleContext): OpenDeposits {
  const { db, log, readSettings } = context
  const accounts = accountBook(db)
  const deposits = openDoor(context, accounts)
  const requests: RequestDeps = {
    ...context,
    accounts,
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
      release(context, deposits, memberId).catch((error: unknown) => {
        log.warn({ err: error, member: memberId }, 'waiting deposits are not released yet')
      }),
    registerCalls: (api) => depositRoutes(api, requests),
    operations: [findRequestOutcome],
    jobs: [
      {
        name: 'deposits.release',
        everyMs: releaseEveryMs,
        run: () => release(context, deposits),
      },
      {
        name: 'deposits.giveBack',
        everyMs: giveBackEveryMs,
        run: () => giveBackRefused({ ...context, accounts }),
      },
      {
        name: 'deposits.alike',
        everyMs: alikeEveryMs,
        run: () => releaseCertain(context, deposits),
      },
      {
        name: 'deposits.endRequests',
        everyMs: 10 * minuteMs,
        run: () => endOldRequests(context),
      },
    ],
  }
}

/** Operators' decisions on deposits; their process notifies no member's page, and no decision depends on it. */
export function openDepositDesk(
  context: Omit<SettleContext, 'push' | 'failpoint'>,
  uses: Pick<ResolveDeps, 'listOwnParties'>,
): ResolveDeps & TakeBackDeps {
  const accounts = accountBook(context.db)
  const quiet = { push: () => undefined, failpoint: async () => undefined }
  const deposits = openDoor({ ...context, ...quiet }, accounts)
  return { ...context, ...uses, accounts, deposits }
}

/** Opens the settling itself, for the channels and for the operators' desk. */
function openDoor(context: SettleContext, accounts: AccountBook): Deposits {
  return openSettle({
    ...context,
    accounts,
    readCoinPer: async (currency) => (await context.readSettings())[`spin.coinPer.${currency}`],
  })
}

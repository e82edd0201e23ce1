import { minuteMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import { findPaidBefore } from '#money/deposits/report-store.ts'
import { findReservedBy } from '#money/deposits/request-store.ts'
import type { Settle, SettledArrival } from '#outside/arrival.ts'
import type { BankEvent } from '#outside/bank/event.ts'
import { readFeed } from '#outside/bank/feed.ts'
import { readSms } from '#outside/bank/sms.ts'
import type { Job } from '#core/jobs/jobs.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { findMember, findPayers } from '#records/account/store.ts'
import { listOwnAccounts, type OwnAccount } from './own-accounts.ts'
import { proveDue, proveFresh } from './prove.ts'
import { bankWebhooks } from './receive.ts'
import { catchUp, readEvents, reconcileDue, takeLine, type ReconcileDeps } from './reconcile.ts'
import { checkToday } from './today.ts'

export type OpenBankfeed = Capability & {
  listAccounts: () => Promise<readonly OwnAccount[]>
  /** Null where a statement cannot be read now. */
  readEvents: (own: OwnAccount, time: { from: Date; to: Date }) => Promise<BankEvent[] | null>
  /** Takes in one line of a statement, once; a text says why it is no deposit. */
  takeLine: (event: BankEvent, requestId: string) => Promise<SettledArrival | string>
}

type BankfeedContext = ContextWith<'db' | 'clock' | 'log' | 'outside' | 'readSettings', 'bank'>

const freshEveryMs = 5_000

/**
 * Deposits that banks and phones report for the operator's accounts, and statements that show those no message
 * reported.
 */
export function openBankfeed(
  context: BankfeedContext,
  { settle }: { settle: Settle },
): OpenBankfeed {
  const deps = depsOf(context, settle)
  const { feed, sms } = context.config.bank
  return {
    webhooks: bankWebhooks(deps, [
      { path: '/webhooks/bank/feed', source: 'bank', secrets: feed, read: readFeed },
      { path: '/webhooks/bank/sms', source: 'sms', secrets: sms, read: readSms },
    ]),
    jobs: deps.statements ? jobsOf(deps) : [],
    listAccounts: () => listOwnAccounts(deps.readSettings),
    readEvents: (own, time) => readEvents(deps, own, time),
    takeLine: (event, requestId) => takeLine(deps, event, requestId),
  }
}

function jobsOf(deps: ReconcileDeps): Job[] {
  return [
    { name: 'bankfeed.catchUp', everyMs: minuteMs, run: () => catchUp(deps) },
    { name: 'bankfeed.today', everyMs: 10 * minuteMs, run: () => checkToday(deps) },
    { name: 'bankfeed.proveFresh', everyMs: freshEveryMs, run: () => proveFresh(deps) },
    { name: 'bankfeed.proveDue', everyMs: minuteMs, run: () => proveDue(deps) },
    { name: 'bankfeed.days', everyMs: 60 * minuteMs, run: () => reconcileDue(deps) },
  ]
}

function depsOf(context: BankfeedContext, settle: Settle): ReconcileDeps {
  const { db, outside } = context
  return {
    ...context,
    settle,
    accounts: accountBook(db),
    statements: outside.statements,
    findPayers: (wanted) => findPayers(db, wanted),
    findReserved: async (money) => {
      const id = await findReservedBy(db, money)
      return id === null ? null : findMember(db, id)
    },
    findPaidBefore: (members, from) => findPaidBefore(db, members, from),
  }
}

import { accountBook } from '#ledger/accounts.ts'
import type { Settled } from '#outside/arrival.ts'
import type { BankEvent } from '#outside/bank/event.ts'
import { readFeed } from '#outside/bank/feed.ts'
import { readSms, smsLateMs } from '#outside/bank/sms.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Job } from '#core/jobs/jobs.ts'
import type { ContextWith, Capability, OnDb } from '#context/app-context.ts'
import { listOwnAccounts, trustOf } from './own-accounts.ts'
import { proveDue, proveFresh, type ProveDeps } from './prove.ts'
import { bankWebhooks, type BankfeedDeps, type OwnAccount } from './receive.ts'
import { catchUp, readEvents, reconcileDue, takeLine, type ReconcileDeps } from './reconcile.ts'
import { checkToday } from './today.ts'

type InHouse<List extends (own: never, ...rest: never[]) => unknown> = (
  on: Queryable,
  wanted: { house: bigint; from: Date; to: Date },
) => ReturnType<List>

type Uses = Pick<BankfeedDeps, 'settle'> &
  Pick<ProveDeps, 'noteUnshown' | 'noteSilent'> & {
    findMember: OnDb<BankfeedDeps['findMember']>
    findPayers: OnDb<BankfeedDeps['findPayers']>
    findReservedBy: OnDb<
      (money: Parameters<BankfeedDeps['findReserved']>[0]) => Promise<string | null>
    >
    findPaidBefore: OnDb<BankfeedDeps['findPaidBefore']>
    findByTransfer: OnDb<BankfeedDeps['findDeposit']>
    setOtherPayer: OnDb<BankfeedDeps['setOtherPayer']>
    listArrived: InHouse<ReconcileDeps['listArrived']>
    listBookedElsewhen: InHouse<ReconcileDeps['listBooked']>
    listUncompared: (
      on: Queryable,
      wanted: { parties: readonly string[]; from: Date; to: Date },
    ) => ReturnType<ReconcileDeps['listUncompared']>
    /** Rechecks at once the withdrawals that wait for a deposit of this member to be shown. */
    onShown: ReconcileDeps['onShown']
  }

export type OpenBankfeed = Capability & {
  listAccounts: () => Promise<readonly OwnAccount[]>
  /** Null where a statement cannot be read now. */
  readEvents: (own: OwnAccount, time: { from: Date; to: Date }) => Promise<BankEvent[] | null>
  /** Takes in one line of a statement, once; a text says why it is no deposit. */
  takeLine: (event: BankEvent, requestId: string) => Promise<Settled | string>
}

type BankfeedContext = ContextWith<'db' | 'clock' | 'log' | 'outside' | 'readSettings', 'bank'>

const minuteMs = 60_000
const freshEveryMs = 5_000

/**
 * Deposits that banks and phones report for the operator's accounts, and statements that show those no message
 * reported.
 */
export function openBankfeed(context: BankfeedContext, uses: Uses): OpenBankfeed {
  const deps = depsOf(context, uses)
  const { feed, sms } = context.config.bank
  return {
    webhooks: bankWebhooks(deps, [
      { path: '/webhooks/bank/feed', source: 'bank', secrets: feed, read: readFeed },
      { path: '/webhooks/bank/sms', source: 'sms', secrets: sms, read: readSms },
    ]),
    jobs: deps.statements ? jobsOf(deps) : [],
    listAccounts: deps.listAccounts,
    readEvents: (own, time) => readEvents(deps, own, time),
    takeLine: (event, requestId) => takeLine(deps, event, requestId),
  }
}

function jobsOf(deps: ProveDeps): Job[] {
  return [
    { name: 'bankfeed.catchUp', everyMs: minuteMs, run: () => catchUp(deps) },
    { name: 'bankfeed.today', everyMs: 10 * minuteMs, run: () => checkToday(deps) },
    { name: 'bankfeed.proveFresh', everyMs: freshEveryMs, run: () => proveFresh(deps) },
    { name: 'bankfeed.proveDue', everyMs: minuteMs, run: () => proveDue(deps) },
    { name: 'bankfeed.days', everyMs: 60 * minuteMs, run: () => reconcileDue(deps) },
  ]
}

function depsOf(context: BankfeedContext, uses: Uses): ProveDeps {
  const { db, outside, readSettings } = context
  const accounts = accountBook(db)
  const inHouse = async <T>({ party, currency }: OwnAccount, time: T) => {
    const { id: house } = await accounts.house('bank', party, currency)
    return { house, ...time }
  }
  return {
    ...context,
    settle: uses.settle,
    noteUnshown: uses.noteUnshown,
    noteSilent: uses.noteSilent,
    onShown: uses.onShown,
    statements: outside.statements,
    findPayers: (wanted) => uses.findPayers(db, wanted),
    findReserved: async (money) => {
      const id = await uses.findReservedBy(db, money)
      return id === null ? null : uses.findMember(db, id)
    },
    findPaidBefore: (members, from) => uses.findPaidBefore(db, members, from),
    findDeposit: (transfer) => uses.findByTransfer(db, transfer),
    findMember: (id) => uses.findMember(db, id),
    setOtherPayer: (report) => uses.setOtherPayer(db, report),
    listAccounts: () => listOwnAccounts(readSettings),
    listGateways: async () =>
      (await readSettings())['deposit.accounts'].filter(({ bankType }) => bankType !== 'bank'),
    smsLateMs,
    trustOf: (arrival) => trustOf(arrival, { readSettings, canAsk: outside.statements !== null }),
    listArrived: async (own, time) => uses.listArrived(db, await inHouse(own, time)),
    listBooked: async (own, time) => uses.listBookedElsewhen(db, await inHouse(own, time)),
    listUncompared: (parties, time) => uses.listUncompared(db, { parties, ...time }),
  }
}

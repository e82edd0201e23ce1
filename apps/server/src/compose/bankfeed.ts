import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db } from '#core/db.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Webhook } from '#core/webhooks/serve.ts'
import { accountBook } from '#ledger/accounts.ts'
import { moneyFromText } from '@kapao/contract/money'
import { partyOf, type Arrival, type Settle, type Word } from '#outside/arrival.ts'
import { readFeed } from '#outside/bank/feed.ts'
import { readSms } from '#outside/bank/sms.ts'
import { openStatements } from '#outside/bank/client.ts'
import { findMember, findPayers } from '#modules/account/store.ts'
import { bankWebhooks, type OwnAccount } from '#modules/bankfeed/receive.ts'
import { catchUp, reconcileDue, type ReconcileDeps } from '#modules/bankfeed/reconcile.ts'
import { proveDue, proveFresh, type ProveDeps } from '#modules/bankfeed/prove.ts'
import { lookAtToday, type TodayDeps } from '#modules/bankfeed/today.ts'
import { noteItem } from '#modules/items/store.ts'
import { findReservedBy } from '#modules/deposits/request-store.ts'
import { findByTransfer, setOtherPayer } from '#modules/deposits/sighting-store.ts'
import {
  listArrived,
  listBookedElsewhen,
  listUncompared,
} from '#modules/deposits/booked-store.ts'

import { hastenUnsent } from '#modules/withdrawals/begin-end-store.ts'
import type { Settings } from '#settings/registry.ts'

export type BankfeedAround = {
  config: Pick<Config, 'bank'>
  db: Db
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  readSettings: () => Promise<Settings>
  settle: Settle
}

const minuteMs = 60_000
const freshEveryMs = 5_000

/** What banks and phones tell of our accounts, and the statements that show what nobody told. */
export function composeBankfeed(around: BankfeedAround): { webhooks: Webhook[]; jobs: Job[] } {
  const deps = bankfeedDeps(around)
  const { feed, sms } = around.config.bank
  const looks: TodayDeps & ProveDeps = {
    ...deps,
    noteUnshown: (item) => noteItem(around.db, { kind: 'bankfeed.unshown', ...item }),
    noteSilent: (item) => noteItem(around.db, { kind: 'bankfeed.silent', ...item }),
  }
  return {
    webhooks: bankWebhooks(deps, [
      { path: '/webhooks/bank/feed', source: 'bank', secrets: feed, read: readFeed },
      { path: '/webhooks/bank/sms', source: 'sms', secrets: sms, read: readSms },
    ]),
    jobs: deps.statements
      ? [
          { name: 'bankfeed.catchUp', everyMs: minuteMs, run: () => catchUp(deps) },
          { name: 'bankfeed.today', everyMs: 10 * minuteMs, run: () => lookAtToday(looks) },
          { name: 'bankfeed.proveFresh', everyMs: freshEveryMs, run: () => proveFresh(looks) },
          { name: 'bankfeed.proveDue', everyMs: minuteMs, run: () => proveDue(looks) },
          { name: 'bankfeed.days', everyMs: 60 * minuteMs, run: () => reconcileDue(deps) },
        ]
      : [],
  }
}

/** For the server and for the operators' terminal alike. */
function bankfeedDeps(around: BankfeedAround): ReconcileDeps {
  const { config, db, clock, readSettings } = around
  const accounts = accountBook(db)
  return {
    ...around,
    statements: openStatements(config.bank, clock),
    findPayers: (wanted) => findPayers(db, wanted),
    findReserved: async (money) => {
      const id = await findReservedBy(db, money)
      return id === null ? null : findMember(db, id)
    },
    findDeposit: (told) => findByTransfer(db, told),
    findMember: (id) => findMember(db, id),
    setOtherPayer: (told) => setOtherPayer(db, told),
    listAccounts: () => listOwnAccounts(readSettings),
    listGateways: async () =>
      (await readSettings())['deposit.accounts'].filter(({ bankType }) => bankType !== 'bank'),
    partyOf,
    wordOf: (arrival) => wordOf(around, arrival),
    onShown: (memberId) => hastenUnsent(db, memberId, clock.now()),
    listArrived: async (own, time) => {
      const house = await accounts.house('bank', own.party, own.currency)
      return listArrived(db, { house: house.id, ...time })
    },
    listBooked: async (own, time) => {
      const house = await accounts.house('bank', own.party, own.currency)
      return listBookedElsewhen(db, { house: house.id, ...time })
    },
    listUncompared: (parties, time) => listUncompared(db, { parties, ...time }),
  }
}

/**
 * Accounts that are not among ours share one bound: whoever has the secret may name any number. Without a statement nobody can be asked, and
 * the bound is what a day may cost.
 */
async function wordOf(
  { config, readSettings }: Pick<BankfeedAround, 'config' | 'readSettings'>,
  { house: { party }, money }: Arrival,
): Promise<Word> {
  const { currency } = money
  if (currency === 'COIN') throw new Error('coins do not come from outside')
  const own = (await listOwnAccounts(readSettings)).find((one) => one.party === party)
  const settings = await readSettings()
  const isBlind = !config.bank.statement || own?.hasStatement === false
  const bound = settings[`bankfeed.${isBlind ? 'blindDayMax' : 'unconfirmedMax'}.${currency}`]
  const max = moneyFromText(bound, currency)?.amount ?? 0n
  return { pot: `${own ? party : 'other'} ${currency}`, max, isBlind }
}

/** Only those of bank transfers: what comes by a gateway is the gateway's to tell. */
export async function listOwnAccounts(
  readSettings: () => Promise<Settings>,
): Promise<OwnAccount[]> {
  const settings = await readSettings()
  return settings['deposit.accounts']
    .filter(({ bankType }) => bankType === 'bank')
    .map((own) => ({ ...own, party: partyOf(own) }))
}

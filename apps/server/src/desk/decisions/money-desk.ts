import { listOwnParties } from '#channels/bankfeed/own-accounts.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import type { ResolveDeps } from '#money/deposits/match.ts'
import { openDepositDesk } from '#money/deposits/open.ts'
import type { TakeBackDeps } from '#money/deposits/take-back.ts'
import { readSettings } from '#settings/read.ts'
import type { DeskParts } from './guarded/guarded.ts'

type CarryOutParts = Pick<DeskParts, 'db' | 'clock' | 'ids'>

/** What decisions about money are carried out with, whether one operator made them or two. */
export type MoneyDesk = {
  deposits: ResolveDeps & TakeBackDeps
  withdrawals: CarryOutParts & { accounts: AccountBook }
}

const opened = new WeakMap<DeskParts['db'], MoneyDesk>()

/** Once for a database, so that all acts of a process settle in one line; a rehearsal has a database of its own. */
export function openMoneyDesk(deps: CarryOutParts): MoneyDesk {
  const known = opened.get(deps.db)
  if (known) return known
  const { db, clock, ids } = deps
  // The decision has been carried out; a failure to notify others is of no use to the operator.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const read = () => readSettings(db)
  const desk = {
    deposits: openDepositDesk(
      { db, clock, ids, log, readSettings: read },
      { listOwnParties: (currency) => listOwnParties(read, currency) },
    ),
    withdrawals: { db, clock, ids, accounts: accountBook(db) },
  }
  opened.set(db, desk)
  return desk
}

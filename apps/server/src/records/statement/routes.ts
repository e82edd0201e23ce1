import {
  listStatement,
  listStatementBefore,
  listStatementDays,
  readStatementBalances,
  readStatementRow,
} from '@kapao/contract/statement'
import { Refused } from '#core/refused.ts'
import { route, type Api } from '#core/calls/route.ts'
import { readDays, type DaysDeps } from './days.ts'
import { readBalances, readReceipt, type ReceiptDeps } from './receipt.ts'
import { listOlderRows, type OlderDeps } from './older.ts'
import { listPage } from './show.ts'

export function statementRoutes(app: Api, deps: DaysDeps & ReceiptDeps & OlderDeps): void {
  route(app, listStatement, ({ memberId }, wanted) => listPage(deps.db, memberId, wanted))
  route(app, listStatementBefore, ({ memberId }, wanted) => listOlderRows(deps, memberId, wanted))
  route(app, listStatementDays, ({ memberId }) => readDays(deps, memberId))
  route(app, readStatementBalances, ({ memberId }, { seqs }) => readBalances(deps, memberId, seqs))
  route(app, readStatementRow, ({ memberId }, { seq }) =>
    readReceipt(deps, memberId, rowNumberOf(seq)),
  )
}

/** A row's code in a path; only a number that the database can hold names a row. */
function rowNumberOf(seq: string): bigint {
  if (!/^\d{1,15}$/.test(seq)) throw new Refused('KEY_INVALID', 'seq must be the number of a row')
  return BigInt(seq)
}

import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import { listLegs } from '#ledger/read.ts'
import { findProof } from '#ledger/seal.ts'
import { findMember } from '#modules/account/store.ts'
import { findDepositOfRequest } from '#modules/deposits/request-store.ts'
import { statementRoutes } from '#modules/statement/routes.ts'
import { findOtherHalf } from '#modules/transfers/store.ts'

type StatementAround = { db: Db; clock: Clock }

/** The record of everything that a member did, and the receipt of each. */
export function composeStatement(around: StatementAround): { registerCalls: (api: Api) => void } {
  return {
    registerCalls: (api) =>
      statementRoutes(api, { ...around, listLegs, findProof, listLinked, findCurrency }),
  }
}

/** A row names one operation; what it is about may have been two, or have begun under another name. */
async function listLinked(on: Queryable, memberId: string, operation: string): Promise<string[]> {
  const found = [
    await findOtherHalf(on, memberId, operation),
    await findDepositOfRequest(on, memberId, operation),
  ]
  return found.filter((id) => id !== null)
}

async function findCurrency(on: Queryable, memberId: string) {
  const member = await findMember(on, memberId)
  if (!member) throw new Refused('NO_USER')
  return member.currency
}

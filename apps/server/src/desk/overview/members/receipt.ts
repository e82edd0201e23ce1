import type { checkReceipt } from '@kapao/contract/console/find-members'
import { sumOf } from '@kapao/contract/console/fields'
import { receiptCheck } from '@kapao/contract/fair/receipt-check'
import type { z } from 'zod'
import type { Queryable } from '#core/db/db.ts'
import { findReversal, listLegs } from '#ledger/read.ts'
import { findDepositOfRequest } from '#money/deposits/request-store.ts'
import { ownLegs } from '#records/statement/receipt.ts'
import { listByReference, type StatementRow } from '#records/statement/store.ts'
import { listByIds } from './search/store.ts'
import { rowOf } from './search/search.ts'

type Answer = z.output<typeof checkReceipt.output>['receipt']
type CheckedRow = StatementRow & { memberId: string; isAsShown: boolean }

const outcomes = ['SUCCESS', 'FAILED'] as const
const referenceLength = 'XXXX-XXXX-XXXX'.length

/**
 * Whose picture of a receipt has this code, and what the books say of it now; null where none has. A row that corrects
 * another has no picture, nor has what has not ended: no code of theirs counts.
 */
export async function findReceipt(on: Queryable, code: string): Promise<Answer> {
  const tail = code.slice(0, referenceLength).replaceAll('-', '').toLowerCase()
  const check = code.slice(referenceLength + 1)
  const rows = await listByReference(on, tail)
  const row = rows.flatMap((one) => shownWith(one, check)).at(0)
  if (!row) return null
  const [member] = await listByIds(on, [row.memberId])
  if (!member) return null
  const { statementType, from, to, status, isAsShown, money, createdAt } = row
  const corrected = await correctedAt(on, row)
  return {
    member: { ...rowOf(member), found: 'reference', about: null },
    statementType: statementType === 'withdraw' ? 'withdraw' : 'deposit',
    from,
    to,
    status,
    isAsShown,
    sum: sumOf(money),
    createdAt: createdAt.toISOString(),
    corrected: corrected?.toISOString() ?? null,
  }
}

/** The row, if a picture of it has this check: of its outcome, or of the other one, which may have been its outcome before. */
function shownWith(row: StatementRow & { memberId: string }, check: string): CheckedRow[] {
  if (row.about?.correction) return []
  const { operation: id, statementType: type, from, to, money, createdAt } = row
  const facts = { id, type, from, to, units: money.amount, currency: money.currency }
  const status = outcomes.find(
    (one) => receiptCheck({ ...facts, status: one, createdAt: createdAt.toISOString() }) === check,
  )
  return status ? [{ ...row, isAsShown: status === row.status }] : []
}

async function correctedAt(
  on: Queryable,
  { memberId, operation }: CheckedRow,
): Promise<Date | null> {
  const deposit = await findDepositOfRequest(on, memberId, operation)
  const legs = await listLegs(on, deposit === null ? [operation] : [operation, deposit])
  return findReversal(
    on,
    ownLegs(legs, memberId).map(({ idem }) => idem),
  )
}

import { nameOfCall } from '@kapao/contract/calls'
import type { Money } from '@kapao/contract/money'
import type { Receipt } from '@kapao/contract/statement'
import { transfer as transferCall, transferAll as transferAllCall } from '@kapao/contract/transfers'
import { outcomeOf } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import type { Queryable } from '#core/db/db.ts'
import { mayStillRun } from '#core/jobs/wait-for.ts'
import type { TransferDeps } from './carry.ts'
import { findByKey, findTransfer, listParts, type Transfer } from './store.ts'

/** The answer of a money call; amounts in their internal form. */
export type TransferReceipt = Omit<Receipt, 'amount'> & { amount: Money }

export const pending = 'pending'

/** A transfer's state for the member, including the second half of one between games. */
type TransferStatus = 'open' | 'done' | 'returned'

async function statusOf(on: Queryable, transfer: Transfer): Promise<TransferStatus> {
  if (transfer.state !== 'done' || transfer.nextId === null) return statusAlone(transfer)
  const next = await findTransfer(on, transfer.nextId)
  // It arrived in the wallet, and the other game was busy with another transfer.
  return next ? statusAlone(next) : 'returned'
}

/** Of one row, whatever goes on from it. */
export function statusAlone({ state }: Transfer): TransferStatus {
  return state === 'done' || state === 'returned' ? state : 'open'
}

/**
 * The receipt, or `pending`; a refusal where the money is back. Built from the row, so that every call gets the same
 * answer.
 */
export async function answerOf(
  deps: TransferDeps,
  id: string,
  { isMine }: { isMine: boolean },
): Promise<TransferReceipt | typeof pending> {
  const transfer = (await findTransfer(deps.db, id))!
  const status = await statusOf(deps.db, transfer)
  if (status === 'returned') throw new Refused('TRANSFER_FAIL')
  if (status === 'done') return receiptOf(transfer)
  return pendingUnlessRunning(deps, transfer, isMine)
}

/** Another call is still working on it: that is no answer yet, not even a pending one. */
function pendingUnlessRunning(
  { clock }: TransferDeps,
  { state, createdAt }: Transfer,
  isMine: boolean,
): typeof pending {
  if (!isMine && mayStillRun({ clock }, createdAt) && (state === 'held' || state === 'sent'))
    throw new Refused('REQUEST_IN_PROGRESS')
  return pending
}

/** The stored fields of a receipt never change, so a row known from its beginning gives the same receipt. */
export function receiptOf(transfer: Transfer): TransferReceipt {
  const { id, from, to, amount, currency, createdAt } = transfer
  return {
    _id: id,
    statementType: 'transfer',
    from,
    to,
    status: 'SUCCESS',
    amount: { amount, currency },
    currency,
    createdAt: createdAt.toISOString(),
  }
}

/** What a key began here, for `outcome`. */
export const findTransferOutcome = outcomeOf(findByKey, async (found, tx) => {
  const isAll = found.kind === 'all'
  const route = nameOfCall(isAll ? transferAllCall : transferCall)
  const status = isAll ? statusAlone(found) : await statusOf(tx, found)
  if (status === 'open') return { state: 'running', route }
  return { state: 'done', route, code: status === 'done' ? 'SUCCESS' : 'TRANSFER_FAIL' }
})

/** As `answerOf`, of what stands above several: a receipt for each. */
export async function answerOfAll(
  deps: TransferDeps,
  id: string,
  { isMine }: { isMine: boolean },
): Promise<TransferReceipt[] | typeof pending> {
  const all = (await findTransfer(deps.db, id))!
  if (all.state === 'returned') throw new Refused('TRANSFER_FAIL')
  if (all.state === 'done') return (await listParts(deps.db, id)).map(receiptOf)
  return pendingUnlessRunning(deps, all, isMine)
}

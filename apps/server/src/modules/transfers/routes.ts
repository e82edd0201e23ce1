import { nameOfCall } from '@kapao/contract/calls'
import { outcomeOf } from '#core/calls/idempotency.ts'
import { transfer as transferCall, transferAll as transferAllCall } from '@kapao/contract/transfers'
import { mayStillRun, waitFor } from '#core/jobs/wait-for.ts'
import type { Tx } from '#core/db/db.ts'
import { Refused } from '#core/calls/refuse.ts'
import { route, takeOn, type Api } from '#core/calls/route.ts'
import { beginAll, carryAll, type AllDeps } from './all.ts'
import type { TransferDeps, TransferReceipt } from './move.ts'
import { findByKey, findTransfer, listParts, type Transfer } from './store.ts'

const what = 'a transfer'
const pending = 'pending'

export function transferRoutes(app: Api, deps: AllDeps): void {
  const { transfers, db } = deps
  route(app, transferCall, async (caller, wanted) => {
    const started = await transfers.begin(await transfers.plan(caller, wanted))
    const done = started.isMine
      ? await waitFor(deps, { work: transfers.carryStarted(started), what })
      : null
    const receipt = done ? receiptOf(done) : await answerOf(deps, started.id, started)
    await deps.passStep('told')
    return receipt === pending
      ? takeOn('TRANSFER_PENDING')
      : { message: 'SUCCESS' as const, receipt }
  })
  route(app, transferAllCall, async (caller, wanted) => {
    const { id, isMine } = await beginAll(deps, caller, wanted)
    if (isMine) await waitFor(deps, { work: carryAll(deps, id, caller.requestId), what })
    const all = (await findTransfer(db, id))!
    await deps.passStep('told')
    if (all.state === 'returned') throw new Refused('TRANSFER_FAIL')
    if (all.state === 'done')
      return { message: 'SUCCESS' as const, receipts: await receiptsOf(deps, id) }
    pendingUnlessRunning(deps, all, isMine)
    return takeOn('TRANSFER_PENDING')
  })
}

/** A transfer's state for the member, including the second half of one between games. */
type Standing = 'open' | 'done' | 'returned'

async function standingOf(on: Pick<Tx, 'query'>, transfer: Transfer): Promise<Standing> {
  if (transfer.state === 'returned') return 'returned'
  if (transfer.state !== 'done') return 'open'
  if (transfer.nextId === null) return 'done'
  const next = await findTransfer(on, transfer.nextId)
  // It arrived in the wallet, and the other game was busy with another transfer.
  if (!next) return 'returned'
  return next.state === 'done' || next.state === 'returned' ? next.state : 'open'
}

/**
 * The receipt, or `pending`; a refusal where the money is back. Built from the row, so that every call gets the same
 * answer.
 */
async function answerOf(
  deps: TransferDeps,
  id: string,
  { isMine }: { isMine: boolean },
): Promise<TransferReceipt | typeof pending> {
  const transfer = (await findTransfer(deps.db, id))!
  const standing = await standingOf(deps.db, transfer)
  if (standing === 'returned') throw new Refused('TRANSFER_FAIL')
  if (standing === 'done') return receiptOf(transfer)
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
function receiptOf(transfer: Transfer): TransferReceipt {
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
  const standing = isAll ? standingOfAll(found) : await standingOf(tx, found)
  if (standing === 'open') return { state: 'running', route }
  return { state: 'done', route, code: standing === 'done' ? 'SUCCESS' : 'TRANSFER_FAIL' }
})

function standingOfAll({ state }: Transfer): Standing {
  return state === 'done' || state === 'returned' ? state : 'open'
}

async function receiptsOf(deps: TransferDeps, id: string): Promise<TransferReceipt[]> {
  return (await listParts(deps.db, id)).map(receiptOf)
}

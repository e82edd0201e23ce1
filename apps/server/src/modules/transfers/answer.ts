import type { RefusalCode } from '@kapao/contract/refusals'
import { Refused } from '#core/refuse.ts'
import type { TransferDeps, TransferReceipt } from './move.ts'
import { transferAllRoute } from './all.ts'
import { transferRoute } from './service.ts'
import { findByKey, findTransfer, listParts, type Transfer } from './store.ts'
import type { Tx } from '#core/db.ts'

/** How a transfer stands for the member, the second half of one between games included. */
export type Standing = 'open' | 'done' | 'returned'

export const pending = 'pending'

const answerWithinMs = 19_000
const runningMs = 20_000

/** Waits for what was begun, but never longer than a member should; the rest goes on without them. Null when nothing is known. */
export async function waitFor<T>(deps: TransferDeps, work: Promise<T>): Promise<T | null> {
  const guarded = work.catch((error: unknown) => {
    deps.log.error({ err: error }, 'a transfer could not be carried on; the sweeper will')
    return null
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), deps.answerWithinMs ?? answerWithinMs)
  })
  const known = await Promise.race([guarded, late])
  clearTimeout(timer)
  return known
}

async function standingOf(on: Pick<Tx, 'query'>, transfer: Transfer): Promise<Standing> {
  if (transfer.state === 'returned') return 'returned'
  if (transfer.state !== 'done') return 'open'
  if (transfer.nextId === null) return 'done'
  const next = await findTransfer(on, transfer.nextId)
  // It landed in the wallet, and the other game was busy with something else.
  if (!next) return 'returned'
  return next.state === 'done' || next.state === 'returned' ? next.state : 'open'
}

/** The receipt, or `pending`; a refusal where the money is back. Built from the row, so that every asking gets the same. */
export async function answerOf(
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

/** Somebody else's call is still at work on it: that is not an answer yet, not even a pending one. */
export function pendingUnlessRunning(
  { clock }: TransferDeps,
  { state, createdAt }: Transfer,
  isMine: boolean,
): typeof pending {
  const isRunning = clock.now().getTime() - createdAt.getTime() < runningMs
  if (!isMine && isRunning && (state === 'held' || state === 'sent'))
    throw new Refused('REQUEST_IN_PROGRESS')
  return pending
}

/** What is kept of it never changes, so a row that is known from its beginning tells the same. */
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
export async function findTransferOutcome(
  tx: Tx,
  memberId: string,
  key: string,
): Promise<{ state: 'done' | 'running'; route: string; code?: RefusalCode } | undefined> {
  const found = await findByKey(tx, memberId, key)
  if (!found) return undefined
  const route = found.kind === 'all' ? transferAllRoute : transferRoute
  const standing = found.kind === 'all' ? standingOfAll(found) : await standingOf(tx, found)
  if (standing === 'open') return { state: 'running', route }
  return { state: 'done', route, code: standing === 'done' ? 'SUCCESS' : 'TRANSFER_FAIL' }
}

function standingOfAll({ state }: Transfer): Standing {
  return state === 'done' || state === 'returned' ? state : 'open'
}

export async function receiptsOf(deps: TransferDeps, id: string): Promise<TransferReceipt[]> {
  return (await listParts(deps.db, id)).map(receiptOf)
}

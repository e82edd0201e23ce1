import { transfer as transferCall, transferAll as transferAllCall } from '@kapao/contract/transfers'
import { Refused } from '#core/refuse.ts'
import { route, takeOn, type Api } from '#core/route.ts'
import { beginAll, carryAll, type AllDeps } from './all.ts'
import {
  answerOf,
  pending,
  pendingUnlessRunning,
  receiptOf,
  receiptsOf,
  waitFor,
} from './answer.ts'
import { findTransfer } from './store.ts'

export function transferRoutes(app: Api, deps: AllDeps): void {
  const { transfers, db } = deps
  route(app, transferCall, async (caller, wanted) => {
    const started = await transfers.begin(await transfers.plan(caller, wanted))
    const done = started.isMine ? await waitFor(deps, transfers.carryStarted(started)) : null
    const receipt = done ? receiptOf(done) : await answerOf(deps, started.id, started)
    await deps.passStep('told')
    return receipt === pending
      ? takeOn('TRANSFER_PENDING')
      : { message: 'SUCCESS' as const, receipt }
  })
  route(app, transferAllCall, async (caller, wanted) => {
    const { id, isMine } = await beginAll(deps, caller, wanted)
    if (isMine) await waitFor(deps, carryAll(deps, id, caller.requestId))
    const all = (await findTransfer(db, id))!
    await deps.passStep('told')
    if (all.state === 'returned') throw new Refused('TRANSFER_FAIL')
    if (all.state === 'done')
      return { message: 'SUCCESS' as const, receipts: await receiptsOf(deps, id) }
    pendingUnlessRunning(deps, all, isMine)
    return takeOn('TRANSFER_PENDING')
  })
}

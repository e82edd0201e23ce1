import { transfer as transferCall, transferAll as transferAllCall } from '@kapao/contract/transfers'
import { route, acceptCall, type Api } from '#core/calls/route.ts'
import { transfer } from './move.ts'
import { transferAll, type MoveAllDeps } from './move-all.ts'
import { pending } from './view.ts'

export function transferRoutes(app: Api, deps: MoveAllDeps): void {
  route(app, transferCall, async (caller, wanted) => {
    const receipt = await transfer(deps, caller, wanted)
    await deps.failpoint('transfer.before-reply')
    return receipt === pending
      ? acceptCall('TRANSFER_PENDING')
      : { message: 'SUCCESS' as const, receipt }
  })
  route(app, transferAllCall, async (caller, wanted) => {
    const receipts = await transferAll(deps, caller, wanted)
    await deps.failpoint('transfer.before-reply')
    return receipts === pending
      ? acceptCall('TRANSFER_PENDING')
      : { message: 'SUCCESS' as const, receipts }
  })
}

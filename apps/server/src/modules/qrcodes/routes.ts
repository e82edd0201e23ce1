import {
  cancelQr as cancelCall,
  createQr as createCall,
  readQr as readCall,
} from '@kapao/contract/deposits'
import { route, type Api } from '#core/calls/route.ts'
import { createQr, type QrDeps } from './create.ts'
import { cancelQr, readQr } from './live.ts'

export function qrRoutes(app: Api, deps: QrDeps): void {
  route(app, readCall, ({ memberId }, { provider }) => readQr(deps, memberId, provider))
  route(app, createCall, (caller, wanted) => createQr(deps, caller, wanted))
  route(app, cancelCall, async ({ memberId }, { qrcodeId }) => {
    await cancelQr(deps, memberId, qrcodeId)
    return { message: 'SUCCESS' } as const
  })
}

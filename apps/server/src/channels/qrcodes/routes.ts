import {
  cancelQr as cancelCall,
  createQr as createCall,
  readQr as readCall,
} from '@kapao/contract/deposits'
import { type Api, route } from '#core/calls/route.ts'
import { cancelQr } from './cancel.ts'
import { readQr } from './codes/view.ts'
import { createQr, type CreateDeps } from './create.ts'

export function qrRoutes(app: Api, deps: CreateDeps): void {
  route(app, readCall, ({ memberId }, { provider }) => readQr(deps, memberId, provider))
  route(app, createCall, (caller, wanted) => createQr(deps, caller, wanted))
  route(app, cancelCall, async ({ memberId }, { qrcodeId }) => {
    await cancelQr(deps, memberId, qrcodeId)
    return { message: 'SUCCESS' } as const
  })
}

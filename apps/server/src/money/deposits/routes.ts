import { requestManualDeposit } from '@kapao/contract/deposits'
import { type Api, route } from '#core/calls/route.ts'
import { addRequest, type RequestDeps } from './request.ts'

export function depositRoutes(app: Api, deps: RequestDeps): void {
  route(app, requestManualDeposit, async (caller, wanted) => {
    await addRequest(deps, caller, wanted)
    return { message: 'SUCCESS' as const }
  })
}

import { readActive, readInfo } from '@kapao/contract/lookup'
import { route, type Api } from '#core/route.ts'
import { tellActive, tellInfo, type LookupDeps } from './service.ts'

export function lookupRoutes(app: Api, deps: LookupDeps): void {
  route(app, readActive, () => tellActive(deps))
  route(app, readInfo, () => tellInfo(deps))
}

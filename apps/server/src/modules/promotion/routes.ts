import {
  activatePromotion as activateCall,
  findPromotion as findCall,
  readCurrentPromotion,
} from '@kapao/contract/promotion'
import { route, type Api } from '#core/route.ts'
import { activatePromotion, findPromotion, readCurrent, type PromotionDeps } from './service.ts'

export function promotionRoutes(app: Api, deps: PromotionDeps): void {
  route(app, readCurrentPromotion, (caller) => readCurrent(deps, caller))
  route(app, findCall, (caller, { code }) => findPromotion(deps, caller, code))
  route(app, activateCall, (caller, { code }) => activatePromotion(deps, caller, code))
}

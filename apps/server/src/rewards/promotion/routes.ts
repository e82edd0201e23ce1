import type { RewardOffer, RewardTerms } from '@kapao/contract/bonus'
import {
  activatePromotion as activateCall,
  findPromotion as findCall,
  readCurrentPromotion,
  readPromotionOffer,
} from '@kapao/contract/promotion'
import { route, type Api } from '#core/calls/route.ts'
import {
  activatePromotion,
  findPromotion,
  readCurrent,
  readOffer,
  type PromotionDeps,
} from './service.ts'

export type PromotionRouteDeps = PromotionDeps & {
  /** What these terms would give a member and require now. */
  planOffer: (memberId: string, terms: RewardTerms) => Promise<RewardOffer>
}

export function promotionRoutes(app: Api, deps: PromotionRouteDeps): void {
  route(app, readCurrentPromotion, (caller) => readCurrent(deps, caller))
  route(app, findCall, (caller, { code }) => findPromotion(deps, caller, code))
  route(app, readPromotionOffer, ({ memberId }, { code }) => readOffer(deps, memberId, code))
  route(app, activateCall, (caller, { code }) => activatePromotion(deps, caller, code))
}

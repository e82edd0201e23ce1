import type { ContextWith, Capability } from '#context/app-context.ts'
import { promotionRoutes, type PromotionRouteDeps } from './routes.ts'

type Uses = Omit<PromotionRouteDeps, 'db' | 'clock'>

/** Codes that members enter for a reward, once each. */
export function openPromotion(context: ContextWith<'db' | 'clock'>, uses: Uses): Capability {
  return { registerCalls: (api) => promotionRoutes(api, { ...context, ...uses }) }
}

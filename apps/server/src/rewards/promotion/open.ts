import type { ContextWith, Capability } from '#context/app-context.ts'
import { promotionRoutes, type PromotionRouteDeps } from './routes.ts'

/** Codes that members enter for a reward, once each. */
export function openPromotion(
  context: ContextWith<'db' | 'clock'>,
  around: Omit<PromotionRouteDeps, 'db' | 'clock'>,
): Capability {
  return { registerCalls: (api) => promotionRoutes(api, { ...context, ...around }) }
}

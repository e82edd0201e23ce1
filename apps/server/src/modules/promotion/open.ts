import type { Language } from '@kapao/contract/limits'
import type { ContextWith, Capability } from '#app-context'
import { promotionRoutes, type PromotionRouteDeps } from './routes.ts'

type Uses = Pick<PromotionRouteDeps, 'grant' | 'planOffer' | 'isOffered' | 'findHeld' | 'watch'> & {
  loadMember: (memberId: string) => Promise<{ language: Language }>
}

/** Codes that members enter for a reward, once each. */
export function openPromotion(context: ContextWith<'db' | 'clock'>, uses: Uses): Capability {
  return {
    registerCalls: (api) =>
      promotionRoutes(api, {
        ...context,
        ...uses,
        languageOf: async (memberId) => (await uses.loadMember(memberId)).language,
      }),
  }
}

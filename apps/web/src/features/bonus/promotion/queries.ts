import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useLanguage } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'

export type Promotion = NonNullable<CallOutput<'GET /api/promotion/find/{code}'>>

/** Null for an unknown code, in whichever way the server reports it. */
async function findPromotion(code: string): Promise<Promotion | null> {
  try {
    return await call('GET /api/promotion/find/{code}', { code })
  } catch (fault) {
    if (fault instanceof CallFault && fault.code === 'NO_PROMOTION') return null
    throw fault
  }
}

/** Each search makes a new call; returning to the page does not. */
export function usePromotion(code: string) {
  const language = useLanguage()
  return useQuery({
    queryKey: ['promotion', code, language],
    queryFn: () => findPromotion(code),
    refetchOnReturn: false,
    isScreen: true,
    isKept: false,
  })
}

/** In figures for this member, as with a bonus. */
export function usePromotionOffer(code: string) {
  return useQuery({
    queryKey: ['bonus', 'promotion', code],
    queryFn: () => call('GET /api/promotion/offer/{code}', { code }),
    isScreen: true,
    isKept: false,
  })
}

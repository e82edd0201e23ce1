import type { CallOutput } from '@kapao/contract/calls'
import type { Language } from '@kapao/contract/limits'
import { call } from '#core/api.ts'
import { useLanguage } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'

export type Bonus = CallOutput<'GET /api/bonus'>[number]
export type Offer = CallOutput<'GET /api/bonus/offer/{code}'>
export type Preview = CallOutput<'GET /api/bonus/preview'>
export type Bill = NonNullable<CallOutput<'GET /api/bonus/bill'>>

/** The queries that receiving or ending a bonus makes stale. */
export const stale = ['bonus', 'wallet', 'statement'] as const

export function bonusesQuery(language: Language) {
  return {
    queryKey: ['bonus', 'list', language],
    queryFn: () => call('GET /api/bonus'),
    isScreen: true,
  } as const
}

export function useBonuses() {
  return useQuery<Bonus[]>(bonusesQuery(useLanguage()))
}

export const billQuery = {
  queryKey: ['bonus', 'bill'],
  queryFn: () => call('GET /api/bonus/bill'),
  isScreen: true,
} as const

export function useBill() {
  return useQuery(billQuery)
}

/** Fetched each time, because the server asks the games. */
export function usePreview() {
  return useQuery({
    queryKey: ['bonus', 'preview'],
    queryFn: () => call('GET /api/bonus/preview'),
    isScreen: true,
    isKept: false,
  })
}

export function useOffer(code: string) {
  return useQuery({
    queryKey: ['bonus', 'offer', code],
    queryFn: () => call('GET /api/bonus/offer/{code}', { code }),
    isScreen: true,
  })
}

export function useNotice() {
  const language = useLanguage()
  return useQuery({
    queryKey: ['bonus', 'notice', language],
    queryFn: () => call('GET /api/lookup/notice'),
  })
}

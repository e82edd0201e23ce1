import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export type HeldBonus = CallOutput<'GET /api/bonus/check/active'>

/** Under the wallet's key, because whatever moves money changes the progress of the condition. */
export const heldQuery = {
  queryKey: ['wallet', 'bonus'],
  queryFn: () => call('GET /api/bonus/check/active'),
  isScreen: true,
} as const

export function useHeldBonus() {
  return useQuery<HeldBonus>(heldQuery)
}

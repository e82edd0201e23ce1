import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export type HeldBonus = CallOutput<'GET /api/bonus/check/active'>

/** By the word of the wallet, because whatever moves money moves the member towards the condition. */
export function useHeldBonus() {
  return useQuery({
    queryKey: ['wallet', 'bonus'],
    queryFn: () => call('GET /api/bonus/check/active'),
    isScreen: true,
  })
}

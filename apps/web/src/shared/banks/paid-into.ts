import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export const paidIntoQuery = {
  queryKey: ['deposits', 'ways'],
  queryFn: () => call('GET /api/lookup/deposit'),
  isScreen: true,
} as const

/** The operator's accounts that the member may pay into, each with its bank's names. */
export function usePaidInto() {
  return useQuery(paidIntoQuery)
}

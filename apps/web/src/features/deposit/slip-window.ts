import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

/** When slips are taken, and how long after the transfer. */
export function useWindow() {
  return useQuery({ queryKey: ['deposits', 'window'], queryFn: () => call('GET /api/lookup/slip') })
}

import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export function useProfile() {
  return useQuery({
    queryKey: ['profile'],
    queryFn: () => call('GET /api/account/profile'),
    isScreen: true,
  })
}

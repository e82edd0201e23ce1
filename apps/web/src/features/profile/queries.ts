import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export const profileQuery = {
  queryKey: ['profile'],
  queryFn: () => call('GET /api/account/profile'),
  isScreen: true,
} as const

export function useProfile() {
  return useQuery(profileQuery)
}

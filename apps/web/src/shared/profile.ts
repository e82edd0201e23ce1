import { useQuery } from '@tanstack/react-query'
import { call } from '#core/api.ts'

export function useProfile() {
  return useQuery({ queryKey: ['profile'], queryFn: () => call('GET /api/account/profile') })
}

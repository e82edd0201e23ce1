import type { Right } from '@kapao/contract/console/roles'
import type { Me } from '@kapao/contract/console/sign-in'
import { useQuery } from '@tanstack/react-query'
import { queryClient, reading } from '#core/queries.ts'

const readMe = reading('GET /api/console/me')

export function useMe(): Me | null {
  return useQuery({ ...readMe, enabled: false }).data ?? null
}

export function useMeQuery() {
  return useQuery({ ...readMe, staleTime: 60_000 })
}

/** The operator who has just signed in, or confirmed with the passkey. */
export function keepMe(me: Me): void {
  queryClient.setQueryData(readMe.queryKey, me)
}

export function forgetMe(): void {
  queryClient.clear()
}

export function useRight(right: Right): boolean {
  return useMe()?.rights.includes(right) ?? false
}

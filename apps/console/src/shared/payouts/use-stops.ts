import type { PayoutStop } from '@kapao/contract/console/payouts'
import { useQuery } from '@tanstack/react-query'
import { reading } from '#core/queries.ts'

const everyMs = 60_000

/** What is stopped now; a hint asks again at once. */
export function useStops(): readonly PayoutStop[] {
  return (
    useQuery({ ...reading('GET /api/console/payouts'), refetchInterval: everyMs }).data?.stops ?? []
  )
}

import type { CallOutput } from '@kapao/contract/calls'
import { slipPageSize } from '@kapao/contract/limits'
import { call } from '#core/api.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export type Slip = CallOutput<'POST /api/statement/slip'>['slips'][number]

/** A push about a deposit makes these stale by their first part. */
export function useSlips(page: number) {
  return useQuery({
    queryKey: ['deposits', 'slips', page],
    queryFn: () => call('POST /api/statement/slip', { page, limit: slipPageSize }),
    isScreen: true,
  })
}

/** An address that is valid for a few minutes. */
export async function findPicture(reference: string): Promise<string> {
  return (await call('GET /api/statement/slip/reference/{reference}', { reference })).url
}

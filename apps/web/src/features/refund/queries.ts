import { refundPageSize } from '@kapao/contract/limits'
import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { useLanguage } from '#core/i18n.tsx'
import { useQuery } from '#core/queries/use-query.tsx'

export type RefundCheck = CallOutput<'GET /api/refund/check'>

/** The queries that a received refund makes stale; `refund` includes the check and the history. */
export const staleByRefund = ['refund', 'wallet', 'statement', 'bonus'] as const

export function useCheck() {
  const language = useLanguage()
  return useQuery({
    queryKey: ['refund', 'check', language],
    queryFn: () => call('GET /api/refund/check'),
    isScreen: true,
  })
}

export function useHistory(page: number) {
  return useQuery({
    queryKey: ['refund', 'list', page],
    queryFn: () => call('POST /api/refund', { page, limit: refundPageSize }),
    isScreen: true,
  })
}

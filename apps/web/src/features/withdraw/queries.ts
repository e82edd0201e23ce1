import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { callOnce } from '#core/calls/call-once.ts'
import { useQuery } from '#core/queries/use-query.tsx'
import { useFollowed, watchWithdrawal } from '#shared/withdrawals/current.ts'

export type Limits = CallOutput<'GET /api/lookup/withdraw'>
export type Current = CallOutput<'GET /api/withdrawals/current'>
export type Withdrawable = Current['withdrawable']

/** The open withdrawal, or the one that ended last; polls while it is open. */
export function useCurrentWithdrawal() {
  const query = useQuery({
    queryKey: ['withdrawals', 'current'],
    queryFn: () => call('GET /api/withdrawals/current'),
  })
  useFollowed(query.data?.withdrawal, query.refetch)
  return query
}

/** Under the same key as the withdrawals: a refusal by a changed limit loads the new one. */
export function useLimits() {
  return useQuery({
    queryKey: ['withdrawals', 'limits'],
    queryFn: () => call('GET /api/lookup/withdraw'),
    isScreen: true,
  })
}

/**
 * Moves every game's money to the wallet and holds the amount there for a payout, once. Rejects with a `CallFault`:
 * `refused` if nothing is held, `pending` while a game has not answered, `unreachable` if the outcome is unknown.
 */
export async function sendWithdrawal(amount: number): Promise<void> {
  const { receipt } = await callOnce('POST /api/wallet/withdrawAll', { amount })
  watchWithdrawal(receipt._id)
}

import type { CallOutput } from '@kapao/contract/calls'
import { useEffect } from 'react'
import { call } from '#core/api.ts'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { callOnce } from '#core/calls/call-once.ts'
import { useQuery } from '#core/queries/use-query.tsx'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { writeStored } from '#core/storage.ts'

export type Limits = CallOutput<'GET /api/lookup/withdraw'>
export type Current = CallOutput<'GET /api/withdrawals/current'>
export type Kept = Current['kept']
export type Withdrawal = NonNullable<Current['withdrawal']>

/** A push reports a change at once; polling covers lost pushes. */
const pollEveryMs = 15_000
const ends: readonly string[] = ['PAID', 'RETURNED', 'FAILED']

export function isOpen({ stage }: Pick<Withdrawal, 'stage'>): boolean {
  return !ends.includes(stage)
}

/** The open withdrawal, or the one that ended last; polls while it is open. */
export function useCurrentWithdrawal() {
  const query = useQuery({
    queryKey: ['withdrawals', 'current'],
    queryFn: () => call('GET /api/withdrawals/current'),
  })
  const { data, refetch } = query
  const open = data?.withdrawal && isOpen(data.withdrawal) ? data.withdrawal._id : null
  useEffect(() => {
    if (open === null) return
    writeStored(watchedWithdrawalKey, open)
    const asking = setInterval(() => isWorthAsking() && void refetch(), pollEveryMs)
    return () => clearInterval(asking)
  }, [open, refetch])
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
  writeStored(watchedWithdrawalKey, receipt._id)
}

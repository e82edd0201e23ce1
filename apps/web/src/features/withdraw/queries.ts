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

/** A push says at once that something has changed; this is for those that are lost. */
const askEveryMs = 15_000
const ends: readonly string[] = ['PAID', 'RETURNED', 'FAILED']

export function isOpen({ stage }: Pick<Withdrawal, 'stage'>): boolean {
  return !ends.includes(stage)
}

/** Where the open withdrawal is, or the one that ended last; asks again as long as it is open. */
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
    const asking = setInterval(() => isWorthAsking() && void refetch(), askEveryMs)
    return () => clearInterval(asking)
  }, [open, refetch])
  return query
}

/** By the same word as the withdrawals: a refusal by a limit that has changed brings the new one. */
export function useLimits() {
  return useQuery({
    queryKey: ['withdrawals', 'limits'],
    queryFn: () => call('GET /api/lookup/withdraw'),
    isScreen: true,
  })
}

/**
 * Moves every game's money to the wallet and has the amount held there for a payout, once. Throws a `CallFault`: `refused`
 * when nothing is held, `pending` while a game has not answered, `unreachable` when nobody knows.
 */
export async function sendWithdrawal(amount: number): Promise<void> {
  const { receipt } = await callOnce('POST /api/wallet/withdrawAll', { amount })
  writeStored(watchedWithdrawalKey, receipt._id)
}

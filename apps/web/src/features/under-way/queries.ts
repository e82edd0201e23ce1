import type { CallOutput } from '@kapao/contract/calls'
import { useEffect, useRef } from 'react'
import { call } from '#core/api.ts'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { useQueries, useQuery } from '#core/queries/use-query.tsx'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { writeStored } from '#core/storage.ts'
import { walletQuery } from '#shared/wallet/wallet.ts'

export type UnderWay = CallOutput<'GET /api/wallet/underway'>
export type Withdrawal = NonNullable<UnderWay['withdrawal']>

/** A push reports a change at once; polling covers lost pushes, and codes that expire. */
const pollEveryMs = 15_000
const ends: readonly string[] = ['PAID', 'RETURNED', 'FAILED']

export function isOpen({ stage }: Pick<Withdrawal, 'stage'>): boolean {
  return !ends.includes(stage)
}

/** Under the wallet's key, because whatever moves money changes what is under way. */
export function useUnderWay(isSheetOpen: boolean): UnderWay | undefined {
  const queries = useQueries()
  const { data, refetch } = useQuery({
    queryKey: ['wallet', 'under-way'],
    queryFn: async () => {
      // The balance first: with two calls at once a cheap phone shows both answers later.
      await queries.settled(walletQuery.queryKey)
      return call('GET /api/wallet/underway')
    },
  })
  const open = data?.withdrawal && isOpen(data.withdrawal) ? data.withdrawal._id : null
  const isWaiting =
    open !== null || (data !== undefined && data.deposits.length + data.transfers.length > 0)

  useEffect(() => {
    if (open !== null) writeStored(watchedWithdrawalKey, open)
  }, [open])
  useEffect(() => {
    if (!isWaiting) return
    const asking = setInterval(() => isWorthAsking() && void refetch(), pollEveryMs)
    return () => clearInterval(asking)
  }, [isWaiting, refetch])

  // Something started in a sheet must be shown when it closes: a new code moves no money and causes no push.
  const wasOpen = useRef(isSheetOpen)
  useEffect(() => {
    if (wasOpen.current && !isSheetOpen) void refetch()
    wasOpen.current = isSheetOpen
  }, [isSheetOpen, refetch])
  return data
}

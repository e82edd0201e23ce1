import type { CallOutput } from '@kapao/contract/calls'
import { useEffect, useRef } from 'react'
import { call } from '#core/api.ts'
import { useQueries, useQuery } from '#core/queries/use-query.tsx'
import { walletQuery } from '#shared/wallet/wallet.ts'
import { useFollowed } from '#shared/withdrawals/current.ts'

export type UnderWay = CallOutput<'GET /api/wallet/underway'>

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
  const isElseOpen = data !== undefined && data.deposits.length + data.transfers.length > 0
  useFollowed(data?.withdrawal, refetch, isElseOpen)

  // Something started in a sheet must be shown when it closes: a new code moves no money and causes no push.
  const wasOpen = useRef(isSheetOpen)
  useEffect(() => {
    if (wasOpen.current && !isSheetOpen) void refetch()
    wasOpen.current = isSheetOpen
  }, [isSheetOpen, refetch])
  return data
}

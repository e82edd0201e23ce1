import { useEffect, useRef } from 'react'
import { useQueries, useQuery } from '#core/queries/use-query.tsx'
import { useFollowed } from '#shared/withdrawals/current.ts'
import { underWayQuery, type UnderWay } from '#shared/wallet/under-way.ts'

/** `isKnown` is true as soon as there was an answer, or none can be had now. */
export function useUnderWay(isSheetOpen: boolean): {
  underWay: UnderWay | undefined
  isKnown: boolean
} {
  const queries = useQueries()
  const { data, isError, refetch } = useQuery(underWayQuery(queries))
  const isElseOpen = data !== undefined && data.deposits.length + data.transfers.length > 0
  useFollowed(data?.withdrawal, refetch, isElseOpen)

  // Something started in a sheet must be shown when it closes: a new code moves no money and causes no push.
  const wasOpen = useRef(isSheetOpen)
  useEffect(() => {
    if (wasOpen.current && !isSheetOpen) void refetch()
    wasOpen.current = isSheetOpen
  }, [isSheetOpen, refetch])
  return { underWay: data, isKnown: data !== undefined || isError }
}

import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { onPush } from '#core/live/pushes.ts'
import { usePolling } from '#core/queries/use-overdue.ts'
import { useQueries, useQuery } from '#core/queries/use-query.tsx'
import { noteArrivalSeen } from '#shared/wallet/arrival-seen.ts'
import {
  baselineOf,
  depositsIn,
  markOf,
  newestArrival,
  waitsForBonus,
  type Baseline,
  type Row,
} from './arrivals.ts'

/** A push is faster; polling covers times without a socket. */
const pollEveryMs = 4_000
const rowsAsked = 20

export type Arrivals = {
  /** A deposit that has arrived and was not dismissed yet. */
  arrived: Row | null
  /** Earlier deposits that wait for a bonus to end. */
  waiting: readonly Row[]
  putAway: (row: Row) => void
}

/** Watches the member's statement for deposits while the sheet is open. */
export function useArrivals(): Arrivals {
  const {
    data: rows,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['statement', 'deposits'],
    queryFn: loadDeposits,
    isKept: false,
  })
  const [baseline, setBaseline] = useState<Baseline | null>(null)
  const [pushed, setPushed] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  if (baseline === null && rows) setBaseline(baselineOf(rows))

  usePolling({ ask: () => void refetch(), everyMs: pollEveryMs, isFetching })
  useEffect(
    () =>
      onPush(({ name, push }) => {
        if (name === 'deposit') setPushed((before) => new Set(before).add(push._id))
      }),
    [],
  )

  const arrived = rows && baseline ? newestArrival(rows, { baseline, pushed, read }) : null
  useFresh(arrived)
  useSeen(arrived)
  return {
    arrived,
    waiting: rows?.filter(waitsForBonus) ?? [],
    putAway: (row) => setRead((before) => new Set(before).add(markOf(row))),
  }
}

/** A deposit that was found by polling makes the wallet and the codes stale, too. */
function useFresh(arrived: Row | null): void {
  const queries = useQueries()
  const mark = arrived && markOf(arrived)
  useEffect(() => {
    if (mark === null) return
    for (const word of ['wallet', 'qrcode', 'deposits'])
      void queries.invalidateQueries({ queryKey: [word] })
  }, [queries, mark])
}

/** Home need not say again what the receipt has said. */
function useSeen(arrived: Row | null): void {
  const id = arrived?.status === 'SUCCESS' ? arrived._id : null
  useEffect(() => {
    if (id !== null) noteArrivalSeen(id)
  }, [id])
}

async function loadDeposits(): Promise<Row[]> {
  const { statements } = await call('POST /api/statement', { page: 1, limit: rowsAsked })
  return depositsIn(statements)
}

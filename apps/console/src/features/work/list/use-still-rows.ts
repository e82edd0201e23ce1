import type { WorkKind } from '@kapao/contract/console/words'
import type { WorkRow } from '@kapao/contract/console/work'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { holdStill, type StillRow } from './still.ts'

export type ListName = WorkKind | 'all'
type Pages = InfiniteData<{ rows: WorkRow[]; next: string | null }>
type Held = { list: ListName; pages: number; rows: readonly WorkRow[] | null }

const askAgainMs = 10_000
const name = 'GET /api/console/work/list/{kind}'

export function rowKey(row: { kind: string; id: string }): string {
  return `${row.kind}/${row.id}`
}

export type StillRows = {
  rows: readonly StillRow<WorkRow>[]
  arrived: number
  gone: number
  isLoading: boolean
  error: unknown
  retry: () => void
  onMore: (() => void) | undefined
  /** Shows the list as it is now. */
  renew: () => void
  /** Takes away rows that have gone. */
  settle: () => void
  /** Takes away a row that was decided here. */
  drop: (key: string) => void
}

export function useStillRows(list: ListName): StillRows {
  const query = useInfiniteQuery({
    queryKey: [name, { kind: list }],
    queryFn: ({ pageParam }) =>
      call(name, { kind: list, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Not everything that makes work tells of it.
    refetchInterval: askAgainMs,
  })
  const pages = query.data?.pages.length ?? 0
  const fresh = query.data?.pages.flatMap(({ rows }) => rows) ?? null
  const [kept, keep] = useState<Held>({ list, pages: 0, rows: null })
  let held = kept
  // The first rows, those of another list, and those that were asked for by scrolling are not in anybody's way.
  if (fresh && (!held.rows?.length || held.list !== list || pages > held.pages)) {
    held = { list, pages, rows: fresh }
    if (fresh.length > 0 || kept.list !== list) keep(held)
  }
  const isOther = held.list !== list
  const still = holdStill(isOther ? [] : (held.rows ?? []), fresh ?? [], rowKey)
  const isGone = new Set(still.rows.filter((one) => one.isGone).map(({ row }) => rowKey(row)))
  return {
    rows: still.rows,
    arrived: fresh ? still.arrived : 0,
    gone: fresh ? isGone.size : 0,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    onMore:
      query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
    renew: () => keep({ list, pages, rows: fresh }),
    drop: (key) => {
      dropFromLists(key)
      keep((now) => ({
        ...now,
        rows: now.rows?.filter((row) => rowKey(row) !== key) ?? null,
      }))
    },
    settle: () =>
      keep((now) => ({
        ...now,
        rows: now.rows?.filter((row) => !isGone.has(rowKey(row))) ?? null,
      })),
  }
}

/** Until the lists have been asked for again, what was decided here must not count as something new. */
function dropFromLists(key: string): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: [name] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.filter((row) => rowKey(row) !== key),
        })),
      },
  )
}

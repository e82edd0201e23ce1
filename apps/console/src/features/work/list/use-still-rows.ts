import type { WorkKind } from '@kapao/contract/console/words'
import type { WorkRow } from '@kapao/contract/console/work'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryClient } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { holdStill, type StillRow } from './still.ts'

export type ListName = WorkKind | 'all'
type Page = { rows: WorkRow[]; next: string | null }
type Pages = InfiniteData<Page>
type RowsOnScreen = { list: ListName; pages: number; rows: readonly WorkRow[] | null }

/** A hint comes for each item made or ended; items that become due by age alone are found by polling. */
const askAgainMs = 60_000
/**
 * Of a list scrolled far down, only the first pages are read again each time; later ones stay as they were read until
 * the list is renewed. A decision there that comes too late shows who decided first.
 */
const pagesAskedAgain = 4
const name = 'GET /api/console/work/list/{kind}'
const none: readonly never[] = []

const keys = new WeakMap<object, string>()

/** Computed once for each row, because long lists are searched on many key presses. */
export function rowKey(row: { kind: string; id: string }): string {
  const known = keys.get(row)
  if (known !== undefined) return known
  const key = `${row.kind}/${row.id}`
  keys.set(row, key)
  return key
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
  /** Removes rows that have gone. */
  settle: () => void
  /** Removes a row that was decided here. */
  drop: (key: string) => void
}

/** Reads the next page, or all pages again, one after the other from the first. */
function openReading(list: ListName): (after: string | null) => Promise<Page> {
  const queryKey = [name, { kind: list }]
  let at = 0
  return async (after) => {
    const query = queryClient.getQueryCache().find<Pages>({ queryKey })
    const isMore = query?.state.fetchMeta?.fetchMore !== undefined
    at = after === null ? 0 : at + 1
    const kept = isMore ? undefined : query?.state.data?.pages[at]
    if (kept && at >= pagesAskedAgain) return kept
    return call(name, { kind: list, ...(after === null ? {} : { after }) })
  }
}

export function useStillRows(list: ListName): StillRows {
  const read = useMemo(() => openReading(list), [list])
  const query = useInfiniteQuery({
    queryKey: [name, { kind: list }],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: askAgainMs,
  })
  const { data } = query
  const pages = data?.pages.length ?? 0
  const fresh = useMemo(() => (data ? rowsIn(data) : null), [data])
  const [kept, keep] = useState<RowsOnScreen>({ list, pages: 0, rows: null })
  let held = kept
  // The first rows, those of another list, and those requested by scrolling move nothing that is being read.
  if (fresh && (!held.rows?.length || held.list !== list || pages > held.pages)) {
    held = { list, pages, rows: fresh }
    if (fresh.length > 0 || kept.list !== list) keep(held)
  }
  const isOther = held.list !== list
  const shown = isOther ? none : (held.rows ?? none)
  const still = useMemo(() => holdStill(shown, fresh ?? none, rowKey), [shown, fresh])
  const isGone = useMemo(
    () => new Set(still.rows.flatMap(({ row, isGone: gone }) => (gone ? [rowKey(row)] : []))),
    [still],
  )
  return {
    rows: still.rows,
    arrived: fresh ? still.arrived : 0,
    gone: fresh ? isGone.size : 0,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    onMore:
      query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
    renew: () => {
      const now = shorten(list)
      if (now) keep({ list, pages: now.pages.length, rows: rowsIn(now) })
    },
    drop: (key) => {
      dropFromLists(key)
      keep((now) => ({
        ...now,
        rows: now.rows?.filter((row) => rowKey(row) !== key) ?? null,
      }))
    },
    settle: () => {
      if (isGone.size === 0) return
      keep((now) => ({
        ...now,
        rows: now.rows?.filter((row) => !isGone.has(rowKey(row))) ?? null,
      }))
    },
  }
}

/** The pages that are read again; later ones are read again when they are reached. */
function shorten(list: ListName): Pages | undefined {
  return queryClient.setQueryData<Pages>(
    [name, { kind: list }],
    (data) =>
      data && {
        pages: data.pages.slice(0, pagesAskedAgain),
        pageParams: data.pageParams.slice(0, pagesAskedAgain),
      },
  )
}

/** A row that moved from a page that was read again to one that was not is on both. */
function rowsIn({ pages }: Pages): WorkRow[] {
  const rows = new Map<string, WorkRow>()
  for (const page of pages)
    for (const row of page.rows) if (!rows.has(rowKey(row))) rows.set(rowKey(row), row)
  return [...rows.values()]
}

/** Until the lists have been read again, an item decided here must not count as new. */
function dropFromLists(key: string): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [name] })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state
    if (!data) continue
    const without = ({ pages, pageParams }: Pages): Pages => ({
      pageParams,
      pages: pages.map((page) => ({
        ...page,
        rows: page.rows.filter((row) => rowKey(row) !== key),
      })),
    })
    // A row less makes no list newer than it is: one that is opened later is read again.
    queryClient.setQueryData(query.queryKey, without(data as Pages), { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
}

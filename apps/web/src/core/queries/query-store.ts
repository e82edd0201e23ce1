import {
  answered,
  createQueryCache,
  type Answer,
  type Query,
  type QueryKey,
  type QueryState,
} from './query-cache.ts'

/** Parts of a screen that show a prefetched answer come one after the other. */
const sameScreenMs = 1_000

export type QueryStore = ReturnType<typeof createQueries>

/**
 * The member part's cache of server data. A query is fetched once however many components show it, fetched again by
 * later ones while the old answer stays on screen, and never retried automatically after a failure.
 */
export function createQueries() {
  const { entries, subscribers, entryOf, show, refetch, markStale, lastFaultOf } =
    createQueryCache()

  return {
    stateOf: (key: QueryKey): QueryState<unknown> => entryOf(key).state,
    /** Subscribes to a query; fetches it unless a fetch is under way. */
    watch: (query: Query<unknown>, listener: () => void): (() => void) => {
      const { queryKey, queryFn, refetchOnReturn = true, isKept = true } = query
      const entry = entryOf(queryKey)
      entry.load = queryFn
      entry.refetchOnReturn = refetchOnReturn
      entry.listeners.add(listener)
      if (entry.isPrimed) setTimeout(() => (entry.isPrimed = false), sameScreenMs)
      else if (!entry.running) void refetch(entry)
      return () => {
        entry.listeners.delete(listener)
        if (!isKept && entry.listeners.size === 0) entries.delete(JSON.stringify(queryKey))
      }
    },
    /** Fetches a query before the first component shows it. */
    prime: async ({ queryKey, queryFn }: Query<unknown>): Promise<void> => {
      const entry = entryOf(queryKey)
      entry.load = queryFn
      entry.isPrimed = true
      await refetch(entry)
    },
    /** For a member who returns to the page, or whose connection is back. */
    refetchShown: (): void => {
      for (const entry of entries.values())
        if (entry.listeners.size > 0 && entry.refetchOnReturn) void refetch(entry)
    },
    refetch: (key: QueryKey) => refetch(entryOf(key)),
    /** The state once no answer is pending. */
    settled: async (key: QueryKey): Promise<QueryState<unknown>> => {
      const entry = entryOf(key)
      while (entry.running) await entry.running
      return entry.state
    },
    /** All queries whose key starts with this: shown ones are fetched at once, the rest when next shown. */
    invalidateQueries: async ({ queryKey }: { queryKey: QueryKey }): Promise<void> => {
      await Promise.all(markStale(queryKey).map(refetch))
    },
    /** The data that is known, or that of a fetch started now. */
    ensureQueryData: async <T>({ queryKey, queryFn }: Query<T>): Promise<T> => {
      const entry = entryOf(queryKey)
      if (entry.state.data !== undefined) return entry.state.data as T
      entry.load = queryFn
      const state = await (entry.running ?? refetch(entry))
      // Rejects with the original error, so that the caller can distinguish faults.
      if (state.isError) return Promise.reject(state.error)
      return state.data as T
    },
    setQueryData: <T>(key: QueryKey, next: T | ((old: T | undefined) => T)): void => {
      const entry = entryOf(key)
      const old = entry.state.data as T | undefined
      // A pending answer was requested before this was known, so it is dropped.
      entry.round += 1
      entry.running = null
      show(entry, answered(typeof next === 'function' ? (next as (old: unknown) => T)(old) : next))
    },
    /** The fault of the last answer of any query; null if it was good. */
    lastFault: lastFaultOf,
    /** Notifies of every answer. */
    subscribe: (notify: (answer: Answer) => void): (() => void) => {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
  }
}

import {
  answered,
  createQueryCache,
  type Heard,
  type Query,
  type QueryKey,
  type QueryState,
} from './query-cache.ts'

export type QueryStore = ReturnType<typeof createQueries>

/**
 * What the member part knows of the server. A question is asked once however many show it, asked again by whoever comes
 * later while the old answer stays on screen, and never repeated by itself after a failure.
 */
export function createQueries() {
  const { entries, hearers, entryOf, show, fetchAnew, makeOld, lastFaultOf } = createQueryCache()

  return {
    stateOf: (key: QueryKey): QueryState<unknown> => entryOf(key).state,
    /** Shows a question from now on; asks it, unless somebody is asking already. */
    watch: (query: Query<unknown>, listener: () => void): (() => void) => {
      const { queryKey, queryFn, refetchOnReturn = true, isKept = true } = query
      const entry = entryOf(queryKey)
      entry.load = queryFn
      entry.refetchOnReturn = refetchOnReturn
      entry.listeners.add(listener)
      if (!entry.running && !entry.isPrimed) void fetchAnew(entry)
      entry.isPrimed = false
      return () => {
        entry.listeners.delete(listener)
        if (!isKept && entry.listeners.size === 0) entries.delete(JSON.stringify(queryKey))
      }
    },
    /** Asks ahead of whoever shows it first. */
    prime: async ({ queryKey, queryFn }: Query<unknown>): Promise<void> => {
      const entry = entryOf(queryKey)
      entry.load = queryFn
      entry.isPrimed = true
      await fetchAnew(entry)
    },
    /** For a member who comes back to the page, or whose signal does. */
    refetchShown: (): void => {
      for (const entry of entries.values())
        if (entry.listeners.size > 0 && entry.refetchOnReturn) void fetchAnew(entry)
    },
    refetch: (key: QueryKey) => fetchAnew(entryOf(key)),
    /** What is known once no answer is on its way. */
    settled: async (key: QueryKey): Promise<QueryState<unknown>> => {
      const entry = entryOf(key)
      while (entry.running) await entry.running
      return entry.state
    },
    /** Everything whose key begins like this: what is shown is read again at once, the rest when it is next shown. */
    invalidateQueries: async ({ queryKey }: { queryKey: QueryKey }): Promise<void> => {
      await Promise.all(makeOld(queryKey).map(fetchAnew))
    },
    /** The answer that is known, or one that is asked for now. */
    ensureQueryData: async <T>({ queryKey, queryFn }: Query<T>): Promise<T> => {
      const entry = entryOf(queryKey)
      if (entry.state.data !== undefined) return entry.state.data as T
      entry.load = queryFn
      const state = await (entry.running ?? fetchAnew(entry))
      // As it came, so that whoever asked can tell one fault from another.
      if (state.isError) return Promise.reject(state.error)
      return state.data as T
    },
    setQueryData: <T>(key: QueryKey, next: T | ((old: T | undefined) => T)): void => {
      const entry = entryOf(key)
      const old = entry.state.data as T | undefined
      // What is still on its way was asked before this was known.
      entry.round += 1
      entry.running = null
      show(entry, answered(typeof next === 'function' ? (next as (old: unknown) => T)(old) : next))
    },
    /** Why the answer that came last was none, whatever was asked; null when it was good. */
    lastFault: lastFaultOf,
    /** Hears every answer. */
    subscribe: (hear: (heard: Heard) => void): (() => void) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}

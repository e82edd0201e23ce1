import type { Language } from '@kapao/contract/limits'

export type QueryKey = readonly unknown[]

type QueryResult<T> =
  | { data: T; error: null; isPending: false; isError: false; isSuccess: true }
  | { data: undefined; error: null; isPending: true; isError: false; isSuccess: false }
  | { data: T | undefined; error: unknown; isPending: false; isError: true; isSuccess: false }

/** The state of one query. The last data stays when a later fetch fails. */
export type QueryState<T> = QueryResult<T> & { isFetching: boolean }

export type Query<T> = {
  queryKey: QueryKey
  queryFn: () => Promise<T>
  /** False for data that must not change while a member uses it, such as a password being copied. */
  refetchOnReturn?: boolean
  /** True for a query without which the screen is only a skeleton: its first call starts after that was drawn. */
  isScreen?: boolean
  /** False for secrets, which are forgotten as soon as nothing shows them. */
  isKept?: boolean
}

/** What a screen is empty without, in a language: read ahead where the page is opened at that screen. */
export type FirstReads = (language: Language) => readonly Query<unknown>[]

export type Entry = {
  key: QueryKey
  state: QueryState<unknown>
  load: (() => Promise<unknown>) | null
  /** Answers of earlier rounds are dropped. */
  round: number
  running: Promise<QueryState<unknown>> | null
  /** Fetched ahead: the first component that shows it need not fetch again. */
  isPrimed: boolean
  listeners: Set<() => void>
  refetchOnReturn: boolean
}

export type Answer = { queryKey: QueryKey; data: unknown }

/** Beyond this number, queries that nothing shows are forgotten, the oldest first. */
const entriesMax = 60

const unknownYet: QueryState<unknown> = {
  data: undefined,
  error: null,
  isPending: true,
  isError: false,
  isSuccess: false,
  // The component that shows it fetches it at once: this saves a second render.
  isFetching: true,
}

/** Every query with its state, and the rounds in which they are fetched. */
export function createQueryCache() {
  const entries = new Map<string, Entry>()
  const subscribers = new Set<(answer: Answer) => void>()
  let lastFault: unknown = null

  function entryOf(key: QueryKey): Entry {
    const name = JSON.stringify(key)
    const known = entries.get(name)
    if (known) return known
    const fresh: Entry = {
      key,
      state: unknownYet,
      load: null,
      round: 0,
      running: null,
      isPrimed: false,
      listeners: new Set(),
      refetchOnReturn: true,
    }
    entries.set(name, fresh)
    forgetOldest(entries)
    return fresh
  }

  function show(entry: Entry, state: QueryState<unknown>): void {
    entry.state = state
    for (const listener of entry.listeners) listener()
    if (state.isFetching) return
    lastFault = state.error
    for (const notify of subscribers) notify({ queryKey: entry.key, data: state.data })
  }

  /** Starts a new round, even while one is under way, because something has changed. */
  function refetch(entry: Entry): Promise<QueryState<unknown>> {
    const { load } = entry
    if (!load) return Promise.resolve(entry.state)
    const round = (entry.round += 1)
    if (!entry.state.isFetching) show(entry, { ...entry.state, isFetching: true })
    const settle = (state: QueryState<unknown>): QueryState<unknown> => {
      if (entry.round !== round) return state
      entry.running = null
      show(entry, state)
      return state
    }
    entry.running = load().then(
      (data) => settle(answered(data)),
      (error: unknown) => settle(failed(entry.state.data, error)),
    )
    return entry.running
  }

  /** Marks every query stale whose key starts with this, including prefetched ones; returns those that are shown. */
  function markStale(prefix: QueryKey): Entry[] {
    const old = [...entries.values()].filter(({ key }) =>
      prefix.every((part, place) => JSON.stringify(key[place]) === JSON.stringify(part)),
    )
    for (const entry of old) entry.isPrimed = false
    return old.filter(({ listeners }) => listeners.size > 0)
  }

  const lastFaultOf = (): unknown => lastFault
  return { entries, subscribers, entryOf, show, refetch, markStale, lastFaultOf }
}

export function answered(data: unknown): QueryState<unknown> {
  return { data, error: null, isPending: false, isError: false, isSuccess: true, isFetching: false }
}

function failed(data: unknown, error: unknown): QueryState<unknown> {
  return { data, error, isPending: false, isError: true, isSuccess: false, isFetching: false }
}

function forgetOldest(entries: Map<string, Entry>): void {
  for (const [name, { listeners, running }] of entries) {
    if (entries.size <= entriesMax) return
    if (listeners.size === 0 && !running) entries.delete(name)
  }
}

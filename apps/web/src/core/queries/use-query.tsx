import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { loadingDelay } from './loading-delay.ts'
import type { QueryStore } from './query-store.ts'
import type { Query, QueryState } from './query-cache.ts'

const QueriesContext = createContext<QueryStore | null>(null)

export function QueriesProvider({
  queries,
  children,
}: {
  queries: QueryStore
  children: ReactNode
}) {
  useEffect(() => {
    const turn = (): void => {
      if (document.visibilityState === 'visible') queries.refetchShown()
    }
    document.addEventListener('visibilitychange', turn)
    addEventListener('online', queries.refetchShown)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      removeEventListener('online', queries.refetchShown)
    }
  }, [queries])
  return <QueriesContext value={queries}>{children}</QueriesContext>
}

export function useQueries(): QueryStore {
  const queries = use(QueriesContext)
  if (!queries) throw new Error('questions are asked outside QueriesProvider')
  return queries
}

export type QueryResult<T> = QueryState<T> & { refetch: () => Promise<QueryState<T>> }

/** Fetches when shown, again when the member or the connection returns, and whenever the answer becomes stale. */
export function useQuery<T>(query: Query<T>): QueryResult<T> {
  const queries = useQueries()
  const { queryKey } = query
  const name = JSON.stringify(queryKey)
  const asked = useRef(query)
  useEffect(() => {
    asked.current = query
  })

  const watch = useCallback(
    (listener: () => void) => {
      // Checked by the name at that time: this may show another query by the time something refetches this one.
      const { queryFn, isScreen } = asked.current
      const load = async () => {
        if (isScreen && queries.stateOf(keyOf(name)).data === undefined) await loadingDelay()
        return queryFn()
      }
      return queries.watch({ ...asked.current, queryKey: keyOf(name), queryFn: load }, listener)
    },
    [queries, name],
  )
  const read = () => queries.stateOf(queryKey)
  const state = useSyncExternalStore(watch, read, read) as QueryState<T>
  const refetch = useCallback(
    () => queries.refetch(keyOf(name)) as Promise<QueryState<T>>,
    [queries, name],
  )
  return { ...state, refetch }
}

function keyOf(name: string): readonly unknown[] {
  return JSON.parse(name) as readonly unknown[]
}

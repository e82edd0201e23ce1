import { loadingDelay } from '#core/queries/loading-delay.ts'
import type { Query } from '#core/queries/query-cache.ts'
import { createQueries, type QueryStore } from '#core/queries/query-store.ts'
import { readToken } from '#core/session/token.ts'

let first: { token: string | null; queries: QueryStore } | null = null

/**
 * The head of the page has requested what the first screen reads, and the answers are usually here by now: the screen
 * is then drawn once, with its figures. It waits for none that is late.
 */
export async function readFirst(wanted: readonly Query<unknown>[]): Promise<void> {
  const queries = createQueries()
  first = { token: readToken(), queries }
  await Promise.race([Promise.all(wanted.map(queries.prime)), loadingDelay()])
}

/**
 * Gives the prefetched queries to the first member part, if it belongs to the same member; every later one starts
 * empty.
 */
export function takeQueries(): QueryStore {
  const taken = first
  first = null
  return taken?.token === readToken() ? taken.queries : createQueries()
}

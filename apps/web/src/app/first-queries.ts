import { loadingDelay } from '#core/queries/loading-delay.ts'
import { createQueries, type QueryStore } from '#core/queries/query-store.ts'
import { readToken } from '#core/session/token.ts'
import { walletQuery } from '#shared/wallet/wallet.ts'

let first: { token: string | null; queries: QueryStore } | null = null

/**
 * The head of the page has requested the wallet, and the answer is usually here by now: home is then drawn once, with
 * its figures.
 */
export async function readFirst(): Promise<void> {
  const queries = createQueries()
  first = { token: readToken(), queries }
  await Promise.race([queries.prime(walletQuery), loadingDelay()])
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

import { loadingDelay } from '#core/queries/loading-delay.ts'
import { createQueries, type QueryStore } from '#core/queries/query-store.ts'
import { readToken } from '#core/session/token.ts'
import { walletQuery } from '#shared/wallet/wallet.ts'

let first: { token: string | null; queries: QueryStore } | null = null

/** The wallet was asked for in the head of the page and mostly is here by now: home is then drawn once, with its figures. */
export async function readFirst(): Promise<void> {
  const queries = createQueries()
  first = { token: readToken(), queries }
  await Promise.race([queries.prime(walletQuery), loadingDelay()])
}

/** For the member part that is shown first, of the same member; every other one knows nothing yet. */
export function takeQueries(): QueryStore {
  const taken = first
  first = null
  return taken?.token === readToken() ? taken.queries : createQueries()
}

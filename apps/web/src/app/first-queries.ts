import { createQueries, type QueryStore } from '#core/queries/query-store.ts'
import { walletQuery } from '#shared/wallet/wallet.ts'

let first: QueryStore | null = null

/** The wallet was asked for in the head of the page and mostly is here by now; home is then drawn once, with its figures. */
const patienceMs = 50

export async function readFirst(): Promise<void> {
  first = createQueries()
  await Promise.race([
    first.prime(walletQuery),
    new Promise((resolve) => {
      setTimeout(resolve, patienceMs)
    }),
  ])
}

/** For the member part that is shown first; every later one knows nothing yet. */
export function takeQueries(): QueryStore {
  const taken = first ?? createQueries()
  first = null
  return taken
}

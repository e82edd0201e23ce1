import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import type { Query } from '#core/queries/query-cache.ts'
import type { QueryStore } from '#core/queries/query-store.ts'
import { walletQuery } from './wallet.ts'

export type UnderWay = CallOutput<'GET /api/wallet/underway'>

/** Under the wallet's key, because whatever moves money changes what is under way. */
export function underWayQuery(queries: QueryStore): Query<UnderWay> {
  return {
    queryKey: ['wallet', 'under-way'],
    queryFn: async () => {
      // The balance first: with two calls at once a cheap phone shows both answers later.
      await queries.settled(walletQuery.queryKey)
      return call('GET /api/wallet/underway')
    },
  }
}

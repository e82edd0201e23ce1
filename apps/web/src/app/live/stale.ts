import type { PushName } from '@kapao/contract/events'
import type { QueryStore } from '#core/queries/query-store.ts'

/** The queries that each push makes stale, by the first part of their keys. */
export const staleBy: Record<PushName, readonly string[]> = {
  wallet: ['wallet'],
  transfer: ['wallet', 'statement'],
  deposit: ['wallet', 'statement', 'deposits'],
  withdrawal: ['wallet', 'statement', 'withdrawals'],
  reward: ['wallet', 'statement', 'bonus', 'spin', 'profile', 'invite', 'refund'],
  // It carries the number of unread messages, and is pushed while somebody types: the mark reads it.
  chat: [],
}

/** What any push could have changed while there was no line; the chat itself has its own, and catches up itself. */
export const staleAfterLoss: ReadonlySet<string> = new Set([
  'chat',
  ...Object.values(staleBy).flat(),
])

/** Shown queries are read again at once, the others when they are next opened. */
export function markStale(queries: QueryStore, words: Iterable<string>): void {
  for (const word of words) void queries.invalidateQueries({ queryKey: [word] })
}

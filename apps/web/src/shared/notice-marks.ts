import { call } from '#core/api.ts'
import type { QueryStore } from '#core/queries/query-store.ts'

/**
 * How many notices and answers the member has not read, and the oldest unread warning. Its key is one
 * of the chat's, which are read again after a lost connection (`app/live/stale.ts`).
 */
export const marksQuery = {
  queryKey: ['chat', 'marks'],
  queryFn: () => call('GET /api/notices/marks'),
} as const

/** Marks a notice and all older ones as read; the marks follow. */
export async function markRead(queries: QueryStore, upto: number): Promise<void> {
  await call('PUT /api/notices/read', { upto })
  await queries.invalidateQueries({ queryKey: marksQuery.queryKey })
}

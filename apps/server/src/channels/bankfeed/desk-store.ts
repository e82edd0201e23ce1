import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Unread } from './store.ts'
import { unprovenColumns, type UnprovenDeposit } from './unproven-store.ts'

export type FullUnread = Unread & { seenAt: Date | null }

const columns = `source, event_id as "eventId", text, why, received_at as "receivedAt", seen_at as "seenAt"`

/** Messages that could not be read, oldest first. */
export function listUnreadPage(on: Queryable, page: Page): Promise<FullUnread[]> {
  return on.query<FullUnread>(
    `select ${columns} from bankfeed_unread
     where seen_at is null and (received_at, source || ':' || event_id) > ($1::timestamptz, $2::text)
     order by received_at, source || ':' || event_id limit $3`,
    [...afterOf(page, leastId.text), page.limit],
  )
}

export async function findUnread(
  on: Queryable,
  { source, eventId }: Pick<Unread, 'source' | 'eventId'>,
): Promise<FullUnread | null> {
  const rows = await on.query<FullUnread>(
    `select ${columns} from bankfeed_unread where source = $1 and event_id = $2`,
    [source, eventId],
  )
  return rows[0] ?? null
}

/** Deposits that are in a wallet on a message alone, oldest first. */
export function listTrustedPage(on: Queryable, page: Page): Promise<UnprovenDeposit[]> {
  return on.query<UnprovenDeposit>(
    `select ${unprovenColumns} from bankfeed_open
     where is_credited and is_asked and (reported_at, id) > ($1::timestamptz, $2::uuid) order by reported_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

/** What a deposit rests on while no second source has shown it. */
export async function findUnproven(on: Queryable, id: string): Promise<UnprovenDeposit | null> {
  const rows = await on.query<UnprovenDeposit>(
    `select ${unprovenColumns} from bankfeed_open where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { talkColumns, type Talk } from './store.ts'

/** How many messages of a customer are unread; the count stops at a hundred. */
export type WaitingTalk = Talk & { unseen: number }

const unseen = `(select count(*)::int from (select from chat_message m
  where m.owner = c.owner and m.seq > c.seen_seq and m.sender = 'customer' limit 100) as counted) as unseen`

/** Talks that wait for a person, oldest first. */
export function listWaitingPage(on: Queryable, page: Page): Promise<WaitingTalk[]> {
  return on.query<WaitingTalk>(
    `select ${talkColumns}, ${unseen} from chat_conversation c
     where state = 'waiting' and (waiting_since, code) > ($1::timestamptz, $2::text)
     order by waiting_since, code limit $3`,
    [...afterOf(page, leastId.text), page.limit],
  )
}

export async function findTalkOf(on: Queryable, code: string): Promise<WaitingTalk | null> {
  const rows = await on.query<WaitingTalk>(
    `select ${talkColumns}, ${unseen} from chat_conversation c where code = $1`,
    [code],
  )
  return rows[0] ?? null
}

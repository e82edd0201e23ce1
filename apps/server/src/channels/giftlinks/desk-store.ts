import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { linkColumns, type Link } from './store.ts'

/** Links whose wallet an operator must check, oldest first. */
export function listExceptionPage(on: Queryable, page: Page): Promise<Link[]> {
  return on.query<Link>(
    `select ${linkColumns} from giftlinks_link
     where state = 'exception' and (created_at, id) > ($1::timestamptz, $2::uuid) order by created_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

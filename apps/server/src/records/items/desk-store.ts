import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { itemColumns, type Item } from './store.ts'

/** Undecided items that wait in no other list, oldest first. */
export function listOpenPage(on: Queryable, page: Page): Promise<Item[]> {
  return on.query<Item>(
    `select ${itemColumns} from items_item
     where decision is null and waits_as is null and (since, id) > ($1::timestamptz, $2::bigint) order by since, id limit $3`,
    [...afterOf(page, leastId.number), page.limit],
  )
}

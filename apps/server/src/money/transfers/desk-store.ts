import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { transferColumns, type Transfer } from './store.ts'

/** Transfers that an operator must check at the provider, oldest first. */
export function listExceptionPage(on: Queryable, page: Page): Promise<Transfer[]> {
  return on.query<Transfer>(
    `select ${transferColumns} from transfers_transfer
     where state = 'exception' and game is not null and (created_at, id) > ($1::timestamptz, $2::uuid)
     order by created_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

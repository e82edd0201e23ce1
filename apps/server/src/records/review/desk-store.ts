import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { actColumns, type Act } from './store.ts'

/** By whole milliseconds, which is all that a place of a list can say. */
const at = `date_trunc('milliseconds', review_act.at at time zone 'UTC')`

/** Acts that wait for review, oldest first. */
export function listOpenPage(on: Queryable, page: Page): Promise<Act[]> {
  return on.query<Act>(
    `select ${actColumns} from review_act
     where second is null and ticked_by is null
       and (${at}, review_act.id) > ($1::timestamptz at time zone 'UTC', $2::bigint)
     order by ${at}, review_act.id limit $3`,
    [...afterOf(page, leastId.number), page.limit],
  )
}

/** Whether neither of two operators has added the other, directly or through others. */
export async function standApart(on: Queryable, one: string, other: string): Promise<boolean> {
  const [row] = await on.query<{ apart: boolean }>('select confirm_apart($1, $2) as apart', [
    one,
    other,
  ])
  return row!.apart
}

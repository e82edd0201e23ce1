import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { depositColumns, type Deposit } from './store.ts'

const isToSend = `state = 'returned' and sent_at is null and why not in ('alike', 'repeated')`

/** What was booked as given back and nobody has sent yet, oldest first. */
export function listToSendPage(on: Queryable, page: Page): Promise<Deposit[]> {
  return on.query<Deposit>(
    `select ${depositColumns} from deposits_deposit
     where ${isToSend} and (settled_at, id) > ($1::timestamptz, $2::uuid) order by settled_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

type SentMark = { id: string; by: string; reference: string | null; at: Date }

/** False if it was marked before, or is nothing that is to be sent. */
export async function setSent(
  tx: Queryable,
  { id, by, reference, at }: SentMark,
): Promise<boolean> {
  const rows = await tx.query(
    `update deposits_deposit set sent_at = $2, sent_by = $3, sent_reference = $4
     where id = $1 and ${isToSend} returning 1`,
    [id, at, by, reference],
  )
  return rows.length > 0
}

import type { Queryable } from '#core/db/db.ts'
import { plainArray, quotedArray } from '#core/db/sql-arrays.ts'

export type TransferEnd = { id: string; memberId: string; done: boolean; why: string }

/**
 * Ends transfers in one transaction: 0 ended now, 1 had already ended so, 2 had ended the other way, 4 unknown, 8 busy.
 */
export async function updateEndings(
  db: Queryable,
  items: readonly TransferEnd[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<number[]> {
  const [row] = await db.query<{ o_status: number[] }>(
    'select o_status from transfers_end($1, $2, $3, $4, $5)',
    [
      plainArray(items.map((item) => item.id)),
      plainArray(items.map((item) => item.done)),
      quotedArray(items.map((item) => item.why)),
      at,
      skipBusy,
    ],
  )
  return row!.o_status
}

/** Ends the parent of several transfers, once; it holds no money of its own. */
export async function setAllEnded(
  on: Queryable,
  id: string,
  { state, at }: { state: 'done' | 'returned'; at: Date },
): Promise<void> {
  await on.query(
    `update transfers_transfer set state = $2, ended_at = $3 where id = $1 and kind = 'all' and state = 'held'`,
    [id, state, at],
  )
}

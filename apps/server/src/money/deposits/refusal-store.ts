import type { Queryable } from '#core/db/db.ts'

type Refusal = { id: string; by: string; why: string; undoUntil: Date }

/** Callers must hold the deposit's own lock, as for all of these. */
export async function setRefused(
  tx: Queryable,
  { id, by, why, undoUntil }: Refusal,
): Promise<void> {
  await tx.query(
    `update deposits_deposit set state = 'refused', refused_by = $2, refused_why = $3, undo_until = $4
     where id = $1 and state = 'suspended'`,
    [id, by, why, undoUntil],
  )
}

export async function setWaitingAgain(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update deposits_deposit set state = 'suspended', refused_by = null, refused_why = null, undo_until = null
     where id = $1 and state = 'refused'`,
    [id],
  )
}

/** The database refuses it while the refusal can be undone. */
export async function setReturned(
  tx: Queryable,
  { id, note, at }: { id: string; note: string; at: Date },
): Promise<void> {
  await tx.query(
    `update deposits_deposit set state = 'returned', note = $2, settled_at = $3 where id = $1 and state = 'refused'`,
    [id, note, at],
  )
}

/** The ids of those that are to be given back by now. */
export async function listRefused(on: Queryable, at: Date, limit: number): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    `select id from deposits_deposit where state = 'refused' and undo_until <= $1 order by undo_until, id limit $2`,
    [at, limit],
  )
  return rows.map(({ id }) => id)
}

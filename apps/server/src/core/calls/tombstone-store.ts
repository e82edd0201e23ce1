import type { Db, Tx } from '../db/db.ts'

/** Records that a key was reported as never used; an operation that arrives with it later is refused as ABANDONED. */
export async function insertTombstone(
  tx: Tx,
  memberId: string,
  { key, at }: { key: string; at: Date },
): Promise<void> {
  await tx.query(
    `insert into core_tombstone (member_id, key, created_at) values ($1, $2, $3) on conflict do nothing`,
    [memberId, key, at],
  )
}

/** No request arrives days late, so an older tombstone is no longer needed. */
export async function deleteTombstonesBefore(db: Db, before: Date): Promise<void> {
  await db.query('delete from core_tombstone where created_at < $1', [before])
}

/** Whether a key was reported as never used. For operations that begin one at a time, with the member's row locked. */
export async function isAbandoned(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const rows = await tx.query('select from core_tombstone where key = $1 and member_id = $2', [
    key,
    memberId,
  ])
  return rows.length > 0
}

import type { Db, Tx } from '../db/db.ts'

/** Remembers that a key was told as never used; the operation that comes with it later is refused as ABANDONED. */
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

/** Requests do not travel for days: what is older can no longer be overtaken. */
export async function deleteTombstonesBefore(db: Db, before: Date): Promise<void> {
  await db.query('delete from core_tombstone where created_at < $1', [before])
}

/** Whether a key was told as never used. Asked by operations that begin one at a time, behind the member's own row. */
export async function isAbandoned(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const rows = await tx.query('select from core_tombstone where key = $1 and member_id = $2', [
    key,
    memberId,
  ])
  return rows.length > 0
}

import type { Queryable, Tx } from '#core/db/db.ts'

/** Makes these the operator's codes; all earlier ones are void. */
export async function replaceCodes(
  tx: Tx,
  operator: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query('delete from sign_in_recovery where operator = $1', [operator])
  await tx.query(
    'insert into sign_in_recovery (code_hash, operator) select h, $1 from unnest($2::bytea[]) h',
    [operator, hashes],
  )
}

/** Whose unused code it is; null where it is none. */
export async function findCodeOwner(on: Queryable, hash: Buffer): Promise<string | null> {
  const rows = await on.query<{ operator: string }>(
    'select operator from sign_in_recovery where code_hash = $1 and used_at is null',
    [hash],
  )
  return rows[0]?.operator ?? null
}

/** False if another call was first. */
export async function takeCode(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update sign_in_recovery set used_at = $2 where code_hash = $1 and used_at is null returning 1`,
    [hash, at],
  )
  return rows.length === 1
}

export async function countCodes(on: Queryable, operator: string): Promise<number> {
  const rows = await on.query<{ left: number }>(
    'select count(*)::int as left from sign_in_recovery where operator = $1 and used_at is null',
    [operator],
  )
  return rows[0]!.left
}

import type { Queryable } from '#core/db/db.ts'

export type Finding = {
  id: bigint
  provider: string
  about: string
  what: string
  createdAt: Date
}

export const findingColumns = 'id, provider, about, what, created_at as "createdAt"'

/** The same text about the same subject is one finding; true if it is new. */
export async function noteFinding(
  on: Queryable,
  { provider, about, what, at }: { provider: string; about: string; what: string; at: Date },
): Promise<boolean> {
  const rows = await on.query(
    `insert into qrcodes_finding (provider, about, what, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [provider, about, what, at],
  )
  return rows.length > 0
}

export function listFindings(on: Queryable, limit: number): Promise<Finding[]> {
  return on.query<Finding>(
    `select ${findingColumns} from qrcodes_finding
     where closed_at is null order by created_at, id limit $1`,
    [limit],
  )
}

/** Null if there is no such finding, or it has been closed. */
export async function closeFinding(
  on: Queryable,
  id: bigint,
  { why, at }: { why: string; at: Date },
): Promise<Finding | null> {
  const rows = await on.query<Finding>(
    `update qrcodes_finding set closed_at = $2, closed_why = $3 where id = $1 and closed_at is null
     returning ${findingColumns}`,
    [id, at, why],
  )
  return rows[0] ?? null
}

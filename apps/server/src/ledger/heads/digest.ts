import type { Queryable } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'

/** Rows that are numbered and never change; each owning room provides its own. */
export type Stream = {
  /** The highest visible number. */
  lastSql: string
  /** `id` and `line` of the rows after $1 up to $2, by id, at most $3. */
  pageSql: string
}

export type Span = { after: bigint; upto: bigint }
export type Digest = { rows: string; hash: string }

const pageSize = 2_000

/** Times are hashed as seconds, so that no session setting changes the hash. */
export const journal: Stream = {
  lastSql: 'select max(id) as last from ledger_movement',
  pageSql: `select id, jsonb_build_array(id, idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance,
      kind, ref, reverses, extract(epoch from created_at), salt)::text as line
    from ledger_movement where id > $1 and id <= $2 order by id limit $3`,
}

export async function findLast(on: Queryable, { lastSql }: Stream): Promise<bigint> {
  const [row] = await on.query<{ last: bigint | null }>(lastSql)
  return row?.last ?? 0n
}

/**
 * The number of rows in a span, and a hash over all of them; pages are cut by count, so the same rows give the same
 * hash.
 */
export async function digest(
  on: Queryable,
  { pageSql }: Stream,
  { after, upto }: Span,
): Promise<Digest> {
  let rows = 0
  let hash: Uint8Array = Buffer.alloc(32)
  for (let next = after; next < upto;) {
    const [page] = await on.query<{ size: number; last: bigint | null; hash: Buffer | null }>(
      `select count(*)::int as size, max(id) as last, sha256(convert_to(string_agg(line, E'\\n' order by id), 'UTF8')) as hash
       from (${pageSql}) page`,
      [next, upto, pageSize],
    )
    const { size, last, hash: hashOfPage } = page!
    if (size === 0 || last === null || hashOfPage === null) break
    rows += size
    hash = sha256(Buffer.concat([hash, hashOfPage]))
    next = last
  }
  return { rows: String(rows), hash: Buffer.from(hash).toString('hex') }
}

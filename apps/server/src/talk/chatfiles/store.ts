import type { Queryable, Tx } from '#core/db/db.ts'

export type ChatFile = {
  name: string
  thumbnail: string | null
  owner: string
  kind: 'image' | 'video'
  bytes: bigint
  width: number | null
  height: number | null
  createdAt: Date
  /** The operator who sent it; null for the owner's own. */
  operator: string | null
}

const columns = `name, thumbnail, owner, kind, bytes, width, height, created_at as "createdAt", operator`

export async function insertFile(on: Queryable, file: ChatFile): Promise<void> {
  await on.query(
    `insert into chatfiles_file (name, thumbnail, owner, kind, bytes, width, height, created_at, operator)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      file.name,
      file.thumbnail,
      file.owner,
      file.kind,
      file.bytes,
      file.width,
      file.height,
      file.createdAt,
      file.operator,
    ],
  )
}

export async function findFile(on: Queryable, name: string): Promise<ChatFile | null> {
  const rows = await on.query<ChatFile>(`select ${columns} from chatfiles_file where name = $1`, [
    name,
  ])
  return rows[0] ?? null
}

/** The owner of a file or of its thumbnail. */
export async function findFileOwner(on: Queryable, name: string): Promise<string | null> {
  const [row] = await on.query<{ owner: string }>(
    'select owner from chatfiles_file where name = $1 union all select owner from chatfiles_file where thumbnail = $1',
    [name],
  )
  return row?.owner ?? null
}

export async function setSent(on: Queryable, name: string, at: Date): Promise<void> {
  await on.query('update chatfiles_file set sent_at = coalesce(sent_at, $2) where name = $1', [
    name,
    at,
  ])
}

/** Records an upload that is not kept. */
export async function insertRefused(
  on: Queryable,
  { owner, bytes, at }: { owner: string; bytes: bigint; at: Date },
): Promise<void> {
  await on.query('insert into chatfiles_refused (owner, bytes, at) values ($1, $2, $3)', [
    owner,
    bytes,
    at,
  ])
}

export async function deleteRefused(on: Queryable, before: Date): Promise<void> {
  await on.query('delete from chatfiles_refused where at < $1', [before])
}

/** What an owner, and all guests together, have uploaded since then, kept or not; files sent to them do not count. */
export async function sumSince(
  on: Queryable,
  owner: string,
  since: Date,
): Promise<{ files: number; guestBytes: bigint }> {
  const [row] = await on.query<{ files: number; guestBytes: bigint }>(
    `with sent as (
       select owner, bytes from chatfiles_file where created_at > $2 and operator is null and (owner = $1 or owner like 'guest:%')
       union all
       select owner, bytes from chatfiles_refused where at > $2 and (owner = $1 or owner like 'guest:%'))
     select (count(*) filter (where owner = $1))::int as files,
       coalesce(sum(bytes) filter (where owner like 'guest:%'), 0)::bigint as "guestBytes"
     from sent`,
    [owner, since],
  )
  return row!
}

/** Whose files count together: those of an operator, or of the owner of a talk. */
export type FileSender = Pick<ChatFile, 'owner' | 'operator'>

const sendersLock = 4_011_033

/** Files of one sender are counted one after the other. */
export async function lockSender(tx: Tx, { owner, operator }: FileSender): Promise<void> {
  const sender = operator === null ? owner : refusedOf(operator)
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [sendersLock, sender])
}

/** How many files somebody has sent since then, kept or not. */
export async function countSince(
  on: Queryable,
  { owner, operator }: FileSender,
  since: Date,
): Promise<number> {
  if (operator === null) return (await sumSince(on, owner, since)).files
  const [row] = await on.query<{ count: number }>(
    `select ((select count(*) from chatfiles_file where operator = $1 and created_at > $3)
       + (select count(*) from chatfiles_refused where owner = $2 and at > $3))::int as count`,
    [operator, refusedOf(operator), since],
  )
  return row!.count
}

/** Under which name the refused files of an operator are counted; no member and no guest is named so. */
export function refusedOf(operator: string): string {
  return `operator:${operator}`
}

type Ages = {
  before: Date
  /** When the message that first showed it ends. */
  memberBefore: Date
  guestBefore: Date
  unsentBefore: Date
  limit: number
}

/** Removes the rows of old files and of those unsent for a while; the caller deletes the files themselves. */
export function takeOld(
  on: Queryable,
  { before, memberBefore, guestBefore, unsentBefore, limit }: Ages,
): Promise<{ name: string; thumbnail: string | null }[]> {
  return on.query(
    `delete from chatfiles_file where name in (
       select name from chatfiles_file where created_at < $1 or (created_at < $2 and sent_at is null)
         or sent_at < case when owner like 'guest:%' then $4 else $5::timestamptz end order by created_at limit $3)
     returning name, thumbnail`,
    [before, unsentBefore, limit, guestBefore, memberBefore],
  )
}

/** Returns those of the names that belong to no file. */
export async function listUnknown(on: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await on.query<{ name: string }>(
    `select name from unnest($1::text[]) as given (name)
     where not exists (select 1 from chatfiles_file f where f.name = given.name)
       and not exists (select 1 from chatfiles_file f where f.thumbnail = given.name)`,
    [names],
  )
  return rows.map(({ name }) => name)
}

import type { Queryable, Tx } from '#core/db/db.ts'

export type HousePicture = {
  file: string
  size: number
  width: number
  height: number
  /** What the QR codes in it say. */
  codes: string[]
  by: string
  at: Date
}
export type ListedPicture = HousePicture & { n: bigint }

const columns = 'n, file, size, width, height, codes, by, at'
const picturesLock = 4_011_049

/** Counts and adds one at a time, so that none is counted twice. */
export async function lockPictures(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [picturesLock])
}

export async function countPictures(
  on: Queryable,
  { by, since }: { by: string; since: Date },
): Promise<{ all: number; own: number }> {
  const [counted] = await on.query<{ all: number; own: number }>(
    `select count(*)::int as all, count(*) filter (where by = $1 and at > $2)::int as own
     from pictures_picture`,
    [by, since],
  )
  return counted!
}

export async function insertPicture(tx: Tx, picture: HousePicture): Promise<void> {
  const { file, size, width, height, codes, by, at } = picture
  await tx.query(
    `insert into pictures_picture (file, size, width, height, codes, by, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [file, size, width, height, codes, by, at],
  )
}

/** Newest first. */
export function listPictures(
  on: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedPicture[]> {
  return on.query<ListedPicture>(
    `select ${columns} from pictures_picture
     where $1::bigint is null or n < $1::bigint order by n desc limit $2`,
    [before, limit],
  )
}

/** Those of these files that the house has. */
export function findPictures(on: Queryable, files: readonly string[]): Promise<HousePicture[]> {
  return on.query<HousePicture>(
    `select ${columns} from pictures_picture where file = any ($1::text[])`,
    [files],
  )
}

import type { Queryable } from '#core/db/db.ts'

export async function findPayer(
  on: Queryable,
  provider: string,
  about: Buffer,
): Promise<string | null> {
  const [row] = await on.query<{ name: string }>(
    'select name from qrcodes_payer where provider = $1 and about = $2',
    [provider, about],
  )
  return row?.name ?? null
}

export async function insertPayer(
  on: Queryable,
  provider: string,
  { about, name }: { about: Buffer; name: string },
): Promise<void> {
  await on.query(
    'insert into qrcodes_payer (provider, about, name) values ($1, $2, $3) on conflict do nothing',
    [provider, about, name],
  )
}

import type { Queryable } from '#core/db/db.ts'

/** Stores this key unless the installation has one, and returns the stored key. */
export async function loadKey(on: Queryable, made: Buffer, at: Date): Promise<Buffer> {
  await on.query(
    'insert into otp_key (secret, created_at) values ($1, $2) on conflict do nothing',
    [made, at],
  )
  const [row] = await on.query<{ secret: Buffer }>('select secret from otp_key')
  return row!.secret
}

import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from './db.ts'

const keyBytes = 32

/** A random key of this installation in a table of its own, stored by whichever process needs it first. */
export function openKeptKey<Key>(
  { db, clock }: { db: Db; clock: Clock },
  table: string,
  read: (bytes: Buffer) => Key,
): () => Promise<Key> {
  let known: Promise<Key> | null = null
  return () => {
    known ??= loadKey(db, table, clock.now()).then(read)
    const asked = known
    // A failed read is not cached, so the next call queries the database again.
    asked.catch(() => {
      if (known === asked) known = null
    })
    return asked
  }
}

async function loadKey(db: Db, table: string, at: Date): Promise<Buffer> {
  await db.query(
    `insert into ${table} (secret, created_at) values ($1, $2) on conflict do nothing`,
    [randomBytes(keyBytes), at],
  )
  const [row] = await db.query<{ secret: Buffer }>(`select secret from ${table}`)
  return row!.secret
}

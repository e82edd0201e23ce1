import type { KnownPasskey, MadePasskey } from '#core/passkeys/ceremony.ts'
import type { Queryable, Tx } from '#core/db/db.ts'

export type KeptPasskey = KnownPasskey & { label: string; addedAt: Date; usedAt: Date | null }

const columns = `id, member_id as owner, public_key as "publicKey", transports, label, added_at as "addedAt",
  used_at as "usedAt"`

export async function findPasskey(on: Queryable, id: string): Promise<KeptPasskey | null> {
  const rows = await on.query<KeptPasskey>(
    `select ${columns} from passkeys_passkey where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** The oldest first. */
export function listPasskeysOf(on: Queryable, memberId: string): Promise<KeptPasskey[]> {
  return on.query<KeptPasskey>(
    `select ${columns} from passkeys_passkey where member_id = $1 order by added_at, id`,
    [memberId],
  )
}

/** False when it is known already, to any member. */
export async function insertPasskey(
  tx: Tx,
  key: MadePasskey & { memberId: string; label: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into passkeys_passkey (id, member_id, public_key, counter, transports, label)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
    [key.id, key.memberId, key.publicKey, key.counter, key.transports, key.label],
  )
  return rows.length === 1
}

/** Notes a use; false when the counter does not go forward, which that of a copied device does not, or it is gone. */
export async function noteUse(tx: Tx, { id, counter }: { id: string; counter: bigint }) {
  const rows = await tx.query(
    `update passkeys_passkey set counter = $2, used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
    [id, counter],
  )
  return rows.length === 1
}

/** True if there was one to remove. */
export async function deletePasskey(
  tx: Tx,
  { id, memberId }: { id: string; memberId: string },
): Promise<boolean> {
  const rows = await tx.query(
    'delete from passkeys_passkey where id = $1 and member_id = $2 returning 1',
    [id, memberId],
  )
  return rows.length === 1
}

/** For who proves by the phone alone to be the member, since one of them may be a thief's. */
export async function deletePasskeysOf(tx: Tx, memberId: string): Promise<void> {
  await tx.query('delete from passkeys_passkey where member_id = $1', [memberId])
}

/** Takes a question for answered; false when it was answered before. */
export async function takeAnswered(
  tx: Tx,
  { hash, until }: { hash: Buffer; until: Date },
): Promise<boolean> {
  const rows = await tx.query(
    'insert into passkeys_answered (hash, until) values ($1, $2) on conflict do nothing returning 1',
    [hash, until],
  )
  return rows.length === 1
}

export async function deleteAnsweredBefore(on: Queryable, at: Date): Promise<void> {
  await on.query('delete from passkeys_answered where until < $1', [at])
}

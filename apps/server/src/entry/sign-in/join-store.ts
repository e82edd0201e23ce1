import type { Queryable, Tx } from '#core/db/db.ts'
import type { NewPasskey } from './store.ts'

export type NewJoin = Omit<NewPasskey, 'operator'> & {
  code: string
  name: string
  network: string
  goodUntil: Date
}

const joinsLock = 4_011_042

/** Drops the oldest ones that nobody has asked for: first those of its own network, then of the fullest network. */
export async function insertJoin(
  tx: Tx,
  join: NewJoin,
  { networkMax, allMax }: { networkMax: number; allMax: number },
): Promise<void> {
  // One after the other, so that the counts hold.
  await tx.query('select pg_advisory_xact_lock($1)', [joinsLock])
  await tx.query('delete from sign_in_join where good_until < $1', [join.at])
  await tx.query(
    `delete from sign_in_join where asked_at is null and code in (
       select code from sign_in_join where network = $1 and asked_at is null order by made_at desc, code offset $2)`,
    [join.network, networkMax - 1],
  )
  await tx.query(
    `delete from sign_in_join where asked_at is null and code in (
       select j.code from sign_in_join j
       where j.asked_at is null and (select count(*) from sign_in_join) >= $1
       order by (select count(*) from sign_in_join o where o.network = j.network) desc, j.made_at, j.code limit 1)`,
    [allMax],
  )
  await tx.query(
    `insert into sign_in_join
       (code, name, passkey, label, public_key, counter, transports, network, made_at, good_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      join.code,
      join.name,
      join.id,
      join.label,
      join.publicKey,
      join.counter,
      join.transports,
      join.network,
      join.at,
      join.goodUntil,
    ],
  )
}

export type Join = {
  name: string
  goodUntil: Date
  askedAt: Date | null
  addedAt: Date | null
}

export async function findJoin(on: Queryable, code: string): Promise<Join | null> {
  const rows = await on.query<Join>(
    `select name, good_until as "goodUntil", asked_at as "askedAt", added_at as "addedAt"
     from sign_in_join where code = $1`,
    [code],
  )
  return rows[0] ?? null
}

/** Keeps it while a second operator is waited for. */
export async function noteAsked(
  on: Queryable,
  { code, at, goodUntil }: { code: string; at: Date; goodUntil: Date },
): Promise<void> {
  await on.query(
    `update sign_in_join set asked_at = $2, good_until = greatest(good_until, $3)
     where code = $1 and added_at is null`,
    [code, at, goodUntil],
  )
}

/** Its passkey, for the operator of that name; null where it is over, used, or another's. Only one call gets it. */
export async function takeJoin(
  tx: Tx,
  { code, name, at }: { code: string; name: string; at: Date },
): Promise<(Omit<NewPasskey, 'at'> & { label: string }) | null> {
  const rows = await tx.query<Omit<NewPasskey, 'at' | 'counter'> & { counter: string }>(
    `update sign_in_join set added_at = $3
     where code = $1 and name = $2 and added_at is null and good_until > $3
     returning passkey as id, name as operator, label, public_key as "publicKey", counter::text as counter, transports`,
    [code, name, at],
  )
  return rows[0] ? { ...rows[0], counter: BigInt(rows[0].counter) } : null
}

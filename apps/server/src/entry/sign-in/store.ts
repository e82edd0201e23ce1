import type { Queryable, Tx } from '#core/db/db.ts'
import type { Ways } from '#records/operators/desk-routes.ts'

export type Passkey = {
  id: string
  operator: string
  label: string
  publicKey: Buffer
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

const passkeyColumns = `id, operator, label, public_key as "publicKey", transports,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

export async function findPasskey(on: Queryable, id: string): Promise<Passkey | null> {
  const rows = await on.query<Passkey>(
    `select ${passkeyColumns} from sign_in_passkey where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

export function listPasskeys(on: Queryable, operator: string): Promise<Passkey[]> {
  return on.query<Passkey>(
    `select ${passkeyColumns} from sign_in_passkey where operator = $1 order by created_at, id`,
    [operator],
  )
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { counter: bigint; at: Date }

/** False when it is known already, to any operator. */
export async function insertPasskey(tx: Tx, key: NewPasskey): Promise<boolean> {
  const rows = await tx.query(
    `insert into sign_in_passkey (id, operator, label, public_key, counter, transports, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
    [key.id, key.operator, key.label, key.publicKey, key.counter, key.transports, key.at],
  )
  return rows.length === 1
}

/** Notes a use; false when the counter does not go forward, which that of a copied device does not. */
export async function notePasskey(
  tx: Tx,
  { id, counter, at }: { id: string; counter: bigint; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update sign_in_passkey set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
    [id, counter, at],
  )
  return rows.length === 1
}

export async function deletePasskey(
  tx: Tx,
  { id, operator }: { id: string; operator: string },
): Promise<void> {
  await tx.query('delete from sign_in_passkey where id = $1 and operator = $2', [id, operator])
}

export type StoredPassword = { passwordHash: string; secret: Buffer }

export async function findPassword(
  on: Queryable,
  operator: string,
): Promise<StoredPassword | null> {
  const rows = await on.query<StoredPassword>(
    `select password_hash as "passwordHash", secret from sign_in_password where operator = $1`,
    [operator],
  )
  return rows[0] ?? null
}

export async function setPassword(
  tx: Tx,
  given: StoredPassword & { operator: string; lastStep: bigint; at: Date },
): Promise<void> {
  await tx.query(
    `insert into sign_in_password (operator, password_hash, secret, last_step, changed_at)
     values ($1, $2, $3, $4, $5) on conflict (operator) do update
     set password_hash = $2, secret = $3, last_step = $4, changed_at = $5`,
    [given.operator, given.passwordHash, given.secret, given.lastStep, given.at],
  )
}

/** Takes a code for used; false when it, or a later one, was used before. */
export async function takeStep(tx: Queryable, operator: string, step: bigint): Promise<boolean> {
  const rows = await tx.query(
    `update sign_in_password set last_step = $2 where operator = $1 and last_step < $2 returning 1`,
    [operator, step],
  )
  return rows.length === 1
}

export type Link = { operator: string; goodUntil: Date; usedAt: Date | null }

export async function insertLink(
  tx: Queryable,
  link: { tokenHash: Buffer; operator: string; madeBy: string; goodUntil: Date },
): Promise<void> {
  await tx.query(
    `insert into sign_in_link (token_hash, operator, made_by, good_until) values ($1, $2, $3, $4)`,
    [link.tokenHash, link.operator, link.madeBy, link.goodUntil],
  )
}

export async function findLink(on: Queryable, tokenHash: Buffer): Promise<Link | null> {
  const rows = await on.query<Link>(
    `select operator, good_until as "goodUntil", used_at as "usedAt"
     from sign_in_link where token_hash = $1`,
    [tokenHash],
  )
  return rows[0] ?? null
}

/** False if another call was first. */
export async function takeLink(tx: Tx, tokenHash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update sign_in_link set used_at = $2
     where token_hash = $1 and used_at is null and good_until > $2 returning 1`,
    [tokenHash, at],
  )
  return rows.length === 1
}

export type Purpose =
  | 'sign-in'
  | 'touch'
  | 'enrol'
  | 'passkey'
  | 'password'
  | 'join'
  | 'recovery'
  | 'terminal'

export type Challenge = { challenge: string; secret: Buffer | null; goodUntil: Date }

/** Removes old ones on the way, so that endless requests leave no heap. */
export async function insertChallenge(
  on: Queryable,
  given: Challenge & { id: string; purpose: Purpose; bound: string | null; at: Date },
): Promise<void> {
  await on.query(
    `with old as (
       delete from sign_in_challenge where id in (
         select id from sign_in_challenge where good_until < $7 order by good_until limit 20)
     )
     insert into sign_in_challenge (id, purpose, bound, challenge, secret, good_until)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      given.id,
      given.purpose,
      given.bound,
      given.challenge,
      given.secret,
      given.goodUntil,
      given.at,
    ],
  )
}

/** Whatever comes of it, it is gone: one that was answered wrongly is answered no second time. */
export async function takeChallenge(
  on: Queryable,
  asked: { id: string; purpose: Purpose; bound: string | null; at: Date },
): Promise<Challenge | null> {
  const rows = await on.query<Challenge>(
    `delete from sign_in_challenge where id = $1 and purpose = $2 and bound is not distinct from $3
     returning challenge, secret, good_until as "goodUntil"`,
    [asked.id, asked.purpose, asked.bound],
  )
  const found = rows[0]
  return found && found.goodUntil > asked.at ? found : null
}

/** How each operator may sign in, and when they last did. */
export function listWays(on: Queryable): Promise<Ways[]> {
  return on.query<Ways>(
    `select operator, sum(passkeys)::int as passkeys, bool_or(password) as "hasPassword", max(last) as "lastSignInAt"
     from (
       select operator, 1 as passkeys, false as password, null::timestamptz as last from sign_in_passkey
       union all select operator, 0, true, null from sign_in_password
       union all select operator, 0, false, started_at from sign_in_session
     ) as ways group by operator`,
  )
}

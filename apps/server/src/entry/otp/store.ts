import type { Queryable, Tx } from '#core/db/db.ts'
import type { Purpose } from './spending/budgets.ts'

export type Code = {
  tokenHash: Buffer
  phone: string
  purpose: Purpose
  decoy: boolean
  state: 'sending' | 'sent' | 'failed' | 'unknown' | 'replaced' | 'verified' | 'used'
  providerToken: string | null
  tries: number
  wrong: number
  blockedUntil: Date | null
  createdAt: Date
  expiresAt: Date
  verifiedAt: Date | null
  /** The network of the asker. */
  network: string
}

const columns = `token_hash as "tokenHash", phone, purpose, decoy, state, provider_token as "providerToken",
  tries, wrong, blocked_until as "blockedUntil", created_at as "createdAt", expires_at as "expiresAt",
  verified_at as "verifiedAt", network`

const networksLock = 4_011_008
const phonesLock = 4_011_009

/**
 * Serializes what is sent to a phone and what a network asks for, so that a count is still true when its row is
 * written. Networks are locked first, so that no two callers deadlock.
 */
export async function lockAsker(tx: Tx, network: string, phone: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [networksLock, network])
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [phonesLock, phone])
}

export async function findPhone(on: Queryable, tokenHash: Buffer): Promise<string | null> {
  const rows = await on.query<{ phone: string }>(
    'select phone from otp_code where token_hash = $1',
    [tokenHash],
  )
  return rows[0]?.phone ?? null
}

const codesOfPhone = `select ${columns} from otp_code where phone = $1 and created_at > $2
  order by created_at, token_hash`

/** All codes of a phone since a time, oldest first. */
export function listCodesOf(on: Queryable, phone: string, since: Date): Promise<Code[]> {
  return on.query<Code>(codesOfPhone, [phone, since])
}

/** The same with row locks; the holder decides alone about this phone. */
export function lockCodesOf(tx: Tx, phone: string, since: Date): Promise<Code[]> {
  return tx.query<Code>(`${codesOfPhone} for update`, [phone, since])
}

export async function countByNetwork(tx: Tx, network: string, since: Date): Promise<number> {
  const rows = await tx.query<{ count: bigint }>(
    'select count(*) as count from otp_code where network = $1 and created_at > $2',
    [network, since],
  )
  return Number(rows[0]!.count)
}

export type NewCode = Pick<
  Code,
  'tokenHash' | 'phone' | 'purpose' | 'decoy' | 'createdAt' | 'expiresAt' | 'network'
> & {
  /** The nonce of the solved puzzle that paid for it. */
  puzzle: Buffer | null
}

/** Returns false when a message was already sent for this puzzle. */
export async function insertCode(tx: Tx, code: NewCode): Promise<boolean> {
  const rows = await tx.query(
    `insert into otp_code (token_hash, phone, purpose, decoy, network, state, created_at, expires_at, puzzle)
     values ($1, $2, $3, $4, $5, 'sending', $6, $7, $8)
     on conflict (puzzle) where puzzle is not null do nothing returning 1`,
    [
      code.tokenHash,
      code.phone,
      code.purpose,
      code.decoy,
      code.network,
      code.createdAt,
      code.expiresAt,
      code.puzzle,
    ],
  )
  return rows.length > 0
}

/** Makes a code the only valid one of its phone and purpose. */
export async function markSent(
  tx: Tx,
  tokenHash: Buffer,
  sent: { decoy: boolean; providerToken: string | null; reference: string },
): Promise<void> {
  await tx.query(
    `update otp_code older set state = 'replaced' from otp_code newer
     where newer.token_hash = $1 and older.phone = newer.phone and older.purpose = newer.purpose
       and older.state = 'sent' and older.token_hash <> $1`,
    [tokenHash],
  )
  await tx.query(
    `update otp_code set state = 'sent', decoy = $2, provider_token = $3, reference = $4
     where token_hash = $1`,
    [tokenHash, sent.decoy, sent.providerToken, sent.reference],
  )
}

export async function markNotSent(
  on: Queryable,
  tokenHash: Buffer,
  state: 'failed' | 'unknown',
): Promise<void> {
  await on.query('update otp_code set state = $2 where token_hash = $1', [tokenHash, state])
}

export async function addTry(on: Queryable, tokenHash: Buffer, by: 1 | -1): Promise<void> {
  await on.query('update otp_code set tries = tries + $2 where token_hash = $1', [tokenHash, by])
}

/** Counts one wrong answer; the last allowed one blocks the phone. */
export async function addWrong(
  on: Queryable,
  tokenHash: Buffer,
  block: { wrongMax: number; until: Date },
): Promise<void> {
  await on.query(
    `update otp_code
     set wrong = wrong + 1, blocked_until = case when wrong + 1 >= $2 then $3::timestamptz end
     where token_hash = $1`,
    [tokenHash, block.wrongMax, block.until],
  )
}

/** Returns false when another call has used this code meanwhile. */
export async function markVerified(on: Queryable, tokenHash: Buffer, at: Date): Promise<boolean> {
  const rows = await on.query(
    `update otp_code set state = 'verified', verified_at = $2
     where token_hash = $1 and state in ('sent', 'replaced') returning 1`,
    [tokenHash, at],
  )
  return rows.length > 0
}

/** A verification belongs to the holder of its code's token, because many people may know the phone number. */
export type Proof = { phone: string; tokenHash: Buffer }

export async function phoneIsVerified(
  on: Queryable,
  { phone, tokenHash }: Proof,
  since: Date,
): Promise<boolean> {
  const rows = await on.query(
    `select 1 from otp_code where token_hash = $1 and phone = $2
       and purpose = 'register' and state in ('verified', 'used') and verified_at > $3`,
    [tokenHash, phone, since],
  )
  return rows.length > 0
}

/** Returns true when there was a verification to use up; it is good for one registration. */
export async function markUsed(tx: Tx, { phone, tokenHash }: Proof, since: Date): Promise<boolean> {
  const rows = await tx.query(
    `update otp_code set state = 'used' where token_hash = $1 and phone = $2
       and purpose = 'register' and state = 'verified' and verified_at > $3 returning 1`,
    [tokenHash, phone, since],
  )
  return rows.length > 0
}

/** The references of the last messages that were actually sent. */
export async function findReferences(on: Queryable): Promise<string[]> {
  const rows = await on.query<{ reference: string }>(
    `select reference from otp_code
     where not decoy and reference is not null order by created_at desc limit 20`,
  )
  return rows.map(({ reference }) => reference)
}

export async function deleteCodesBefore(on: Queryable, at: Date): Promise<void> {
  await on.query('delete from otp_code where created_at < $1', [at])
}

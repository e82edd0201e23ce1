import type { RewardTerms, WordsByLanguage } from '@kapao/contract/bonus'
import type { Queryable, Tx } from '#core/db/db.ts'

export type PromotionCode = {
  code: string
  description: WordsByLanguage
  quota: number | null
  given: number
  terms: RewardTerms
  isOn: boolean
  startsAt: Date | null
  endsAt: Date | null
  updatedAt: Date
}

const columns = `code, description, quota, given, terms, is_on as "isOn", starts_at as "startsAt", ends_at as "endsAt",
  updated_at as "updatedAt"`

/** Codes are compared without blanks and in capitals. */
export function normalCode(typed: string): string {
  return typed.replaceAll(/\s+/gu, '').toUpperCase()
}

export async function findCode(on: Queryable, code: string): Promise<PromotionCode | null> {
  const rows = await on.query<PromotionCode>(
    `select ${columns} from promotion_code where code = $1`,
    [code],
  )
  return rows[0] ?? null
}

export function listCodes(on: Queryable, limit: number): Promise<PromotionCode[]> {
  return on.query<PromotionCode>(
    `select ${columns} from promotion_code order by updated_at desc, code limit $1`,
    [limit],
  )
}

const codesLock = 4_011_012

/**
 * Serializes changes of codes, so that the second of two operators with the same view sees the first one's change.
 */
export async function lockCodes(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [codesLock])
}

/**
 * Counts one more as given; null if the quota is used up or it was switched off meanwhile. Locks the row until the
 * transaction ends.
 */
export async function takeOne(tx: Tx, code: string, at: Date): Promise<PromotionCode | null> {
  const rows = await tx.query<PromotionCode>(
    `update promotion_code set given = given + 1
     where code = $1 and is_on and (quota is null or given < quota)
       and (starts_at is null or starts_at <= $2) and (ends_at is null or ends_at > $2)
     returning ${columns}`,
    [code, at],
  )
  return rows[0] ?? null
}

export async function saveCode(
  tx: Tx,
  code: Omit<PromotionCode, 'given' | 'updatedAt'>,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into promotion_code (code, description, quota, terms, is_on, starts_at, ends_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (code) do update set description = excluded.description, quota = excluded.quota, terms = excluded.terms,
       is_on = excluded.is_on, starts_at = excluded.starts_at, ends_at = excluded.ends_at, updated_at = excluded.updated_at`,
    [
      code.code,
      code.description,
      code.quota,
      code.terms,
      code.isOn,
      code.startsAt,
      code.endsAt,
      at,
    ],
  )
}

export async function hasReceived(on: Queryable, memberId: string, code: string): Promise<boolean> {
  const rows = await on.query(
    'select 1 from promotion_receipt where member_id = $1 and code = $2',
    [memberId, code],
  )
  return rows.length > 0
}

/** Which of these members have received a code. */
export async function listReceivers(
  on: Queryable,
  code: string,
  members: readonly string[],
): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    'select member_id as id from promotion_receipt where code = $1 and member_id = any ($2::text[])',
    [code, members],
  )
  return rows.map(({ id }) => id)
}

/** Refused by the database the second time. */
export async function insertReceipt(
  tx: Tx,
  receipt: { memberId: string; code: string; held: string; at: Date },
): Promise<void> {
  await tx.query(
    'insert into promotion_receipt (member_id, code, held, created_at) values ($1, $2, $3, $4)',
    [receipt.memberId, receipt.code, receipt.held, receipt.at],
  )
}

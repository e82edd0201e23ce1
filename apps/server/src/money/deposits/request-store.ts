import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

export type Request = {
  id: string
  memberId: string
  fingerprint: string
  amount: bigint
  currency: Currency
  isReserved: boolean
  state: 'open' | 'done' | 'refused' | 'expired'
  deposit: string | null
  why: string | null
  statementSeq: bigint
  createdAt: Date
}

export const requestColumns = `id, member_id as "memberId", fingerprint, amount, currency, reserved as "isReserved", state, deposit, why,
  statement_seq as "statementSeq", created_at as "createdAt"`

export async function findRequestByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<Request | null> {
  const rows = await on.query<Request>(
    `select ${requestColumns} from deposits_request where key = $1 and member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

export async function findRequest(on: Queryable, id: string): Promise<Request | null> {
  const rows = await on.query<Request>(
    `select ${requestColumns} from deposits_request where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

export async function lockRequest(tx: Queryable, id: string): Promise<Request | null> {
  const rows = await tx.query<Request>(
    `select ${requestColumns} from deposits_request where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

export async function countOpenRequests(on: Queryable, memberId: string): Promise<number> {
  const [row] = await on.query<{ count: bigint }>(
    `select count(*) as count from deposits_request where member_id = $1 and state = 'open'`,
    [memberId],
  )
  return Number(row!.count)
}

type NewRequest = Pick<
  Request,
  | 'id'
  | 'memberId'
  | 'fingerprint'
  | 'amount'
  | 'currency'
  | 'isReserved'
  | 'statementSeq'
  | 'createdAt'
> & { key: string }

export async function insertRequest(tx: Queryable, request: NewRequest): Promise<void> {
  await tx.query(
    `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9)`,
    [
      request.id,
      request.memberId,
      request.key,
      request.fingerprint,
      request.amount,
      request.currency,
      request.isReserved,
      request.statementSeq,
      request.createdAt,
    ],
  )
}

const reservedLock = 4_011_007

/** Serializes reservations in this range: each caller waits for the one before, and sees the amount it took. */
export async function lockReserved(tx: Queryable, { currency, from }: Range): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [
    reservedLock,
    `${currency} ${from}`,
  ])
}

type Range = { currency: Currency; from: bigint; to: bigint }

/** The amounts in this range that were reserved since an instant, or still are. */
export function listReserved(
  on: Queryable,
  { currency, from, to }: Range,
  { memberId, since }: { memberId: string; since: Date },
): Promise<{ amount: bigint; isOpen: boolean; isOwn: boolean }[]> {
  return on.query(
    `select amount, is_open as "isOpen", is_own as "isOwn"
     from generate_series($2::bigint, $3::bigint) as amount, lateral (
       select bool_or(r.ended_at is null) as is_open, bool_and(r.member_id = $4) as is_own from deposits_request r
       where r.reserved and r.currency = $1 and r.amount = amount.amount and coalesce(r.ended_at, 'infinity'::timestamptz) > $5) as known
     where is_open is not null order by amount`,
    [currency, from, to, memberId, since],
  )
}

/** Whether a deposit of this member has ever been credited. */
export async function hasPaid(on: Queryable, memberId: string): Promise<boolean> {
  const rows = await on.query(
    `select from deposits_deposit where member_id = $1 and state = 'credited' limit 1`,
    [memberId],
  )
  return rows.length > 0
}

/** The member for whom exactly this amount was reserved; a common amount identifies no member. */
export async function findReservedBy(on: Queryable, money: Money): Promise<string | null> {
  const rows = await on.query<{ memberId: string }>(
    `select member_id as "memberId" from deposits_request
     where currency = $1 and amount = $2 and state = 'open' and reserved`,
    [money.currency, money.amount],
  )
  return rows[0]?.memberId ?? null
}

export type RequestCursor = Pick<Request, 'createdAt' | 'id'>

/** A page of requests after the last one of the previous page: a request that cannot be ended is skipped. */
export function listRequestsBefore(
  on: Queryable,
  before: Date,
  { after, limit }: { after: RequestCursor; limit: number },
): Promise<Request[]> {
  return on.query<Request>(
    `select ${requestColumns} from deposits_request
     where state = 'open' and created_at < $1 and (created_at, id) > ($2::timestamptz, $3::uuid) order by created_at, id limit $4`,
    [before, after.createdAt, after.id, limit],
  )
}

export async function setRequestEnded(
  tx: Queryable,
  { id, state, why, at }: { id: string; state: 'refused' | 'expired'; why: string; at: Date },
): Promise<void> {
  await tx.query(
    `update deposits_request set state = $2, why = $3, ended_at = $4 where id = $1 and state = 'open'`,
    [id, state, why, at],
  )
}

/** The deposit that took the row of a request over, if one has. */
export async function findDepositOfRequest(
  on: Queryable,
  memberId: string,
  id: string,
): Promise<string | null> {
  const [row] = await on.query<{ deposit: string }>(
    'select deposit from deposits_request where id = $1 and member_id = $2 and deposit is not null',
    [id, memberId],
  )
  return row?.deposit ?? null
}

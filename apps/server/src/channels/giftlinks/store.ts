import type { RefusalCode } from '@kapao/contract/refusals'
import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'
import type { SuspenseReason } from '#outside/arrival.ts'

export type LinkState =
  | 'claimed'
  | 'sent'
  | 'unknown'
  | 'received'
  | 'done'
  | 'suspended'
  | 'refused'
  | 'exception'

export type Link = {
  id: string
  memberId: string
  key: string
  fingerprint: string
  voucher: string
  account: string
  mobile: string
  state: LinkState
  payerKnown: boolean
  ownerName: string | null
  hold: SuspenseReason | null
  amount: bigint | null
  paidAt: Date | null
  code: RefusalCode | null
  why: string | null
  deposit: string | null
  tries: number
  createdAt: Date
}

export const linkColumns = `id, member_id as "memberId", key, fingerprint, voucher, account, mobile, state, payer_known as "payerKnown",
  owner_name as "ownerName", hold, amount, paid_at as "paidAt", code, why, deposit, tries, created_at as "createdAt"`

export type Claim = Pick<
  Link,
  'id' | 'memberId' | 'key' | 'fingerprint' | 'voucher' | 'account' | 'mobile'
>

/** Until then the call that claimed it handles it. */
const ownedMs = 30_000

/** False if the voucher is held already; letter case is ignored, because the wallet may ignore it. */
export async function insertLink(tx: Tx, claim: Claim, at: Date): Promise<boolean> {
  const { id, memberId, key, fingerprint, voucher, account, mobile } = claim
  const rows = await tx.query(
    `insert into giftlinks_link (id, member_id, key, fingerprint, voucher, account, mobile, state, created_at, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'claimed', $8, $9)
     on conflict do nothing returning 1`,
    [
      id,
      memberId,
      key,
      fingerprint,
      voucher,
      account,
      mobile,
      at,
      new Date(at.getTime() + ownedMs),
    ],
  )
  return rows.length > 0
}

export async function findLink(on: Queryable, id: string): Promise<Link | null> {
  const rows = await on.query<Link>(`select ${linkColumns} from giftlinks_link where id = $1`, [id])
  return rows[0] ?? null
}

export async function findByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<Link | null> {
  const rows = await on.query<Link>(
    `select ${linkColumns} from giftlinks_link where key = $1 and member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

export async function findHolder(on: Queryable, voucher: string): Promise<Link | null> {
  const rows = await on.query<Link>(
    `select ${linkColumns} from giftlinks_link where lower(voucher) = lower($1) and state <> 'refused'`,
    [voucher],
  )
  return rows[0] ?? null
}

/** Records that the envelope is emptied now; until then no request was sent. False if it has ended meanwhile. */
export async function setSent(
  on: Queryable,
  id: string,
  owner: { isKnown: boolean; name: string },
): Promise<boolean> {
  const rows = await on.query(
    `update giftlinks_link set state = 'sent', payer_known = $2, owner_name = $3
     where id = $1 and state = 'claimed' returning 1`,
    [id, owner.isKnown, owner.name],
  )
  return rows.length > 0
}

/**
 * Whether it is open and has not been taken over since it was read: each sweeper that takes it increments its tries.
 */
export async function isStillClaimed(
  on: Queryable,
  { id, tries }: Pick<Link, 'id' | 'tries'>,
): Promise<boolean> {
  const rows = await on.query(
    `select from giftlinks_link where id = $1 and tries = $2 and state in ('sent', 'unknown')`,
    [id, tries],
  )
  return rows.length > 0
}

export async function setOpenState(
  on: Queryable,
  id: string,
  { state, why }: { state: 'unknown' | 'exception'; why: string },
): Promise<void> {
  await on.query(
    `update giftlinks_link set state = $2, why = $3 where id = $1 and state in ('sent', 'unknown')`,
    [id, state, why],
  )
}

export type Receipt = { amount: bigint; paidAt: Date; hold: SuspenseReason | null }

/** The money is received; from here it can only go to the ledger. True for the first writer. */
export async function setReceived(
  on: Queryable,
  id: string,
  { amount, paidAt, hold }: Receipt,
): Promise<boolean> {
  const rows = await on.query(
    `update giftlinks_link set state = 'received', amount = $2, paid_at = $3, hold = $4, why = null
     where id = $1 and state in ('sent', 'unknown', 'exception') returning 1`,
    [id, amount, paidAt, hold],
  )
  return rows.length > 0
}

/**
 * Reopens a link that was given up and received after all; false if another link holds the voucher and finds the same
 * share.
 */
export async function setReceivedLate(
  on: Queryable,
  id: string,
  { amount, paidAt, hold }: Receipt,
): Promise<boolean> {
  const rows = await on.query(
    `update giftlinks_link l
     set state = 'received', amount = $2, paid_at = $3, hold = $4, code = null, why = null, ended_at = null, next_at = $3
     where id = $1 and state = 'refused' and not exists (
       select from giftlinks_link o where lower(o.voucher) = lower(l.voucher) and o.state <> 'refused') returning 1`,
    [id, amount, paidAt, hold],
  )
  return rows.length > 0
}

export async function setSettled(
  on: Queryable,
  id: string,
  end: { state: 'done' | 'suspended'; deposit: string; at: Date },
): Promise<void> {
  await on.query(
    `update giftlinks_link set state = $2, deposit = $3, ended_at = $4 where id = $1 and state = 'received'`,
    [id, end.state, end.deposit, end.at],
  )
}

/** Only if nothing can have been received: the voucher is free again. */
export async function setRefused(
  on: Queryable,
  id: string,
  { code, why, at }: { code: RefusalCode; why: string; at: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update giftlinks_link set state = 'refused', code = $2, why = $3, ended_at = $4
     where id = $1 and state in ('claimed', 'sent', 'unknown', 'exception') returning 1`,
    [id, code, why, at],
  )
  return rows.length > 0
}

/** Links that no call handles any more. A received one needs only the database, and does not wait for the wallet. */
export const dueLinks = dueList({
  table: 'giftlinks_link',
  party: "case when state in ('sent', 'unknown') then 'wallet' else '' end",
  isOpen: "state in ('claimed', 'sent', 'unknown', 'received')",
})

/** The call that handled it is over. */
export async function setReleased(on: Queryable, id: string, nextAt: Date): Promise<void> {
  await on.query(
    `update giftlinks_link set next_at = least(next_at, $2) where id = $1 and state = 'unknown' and tries = 0`,
    [id, nextAt],
  )
}

/** Claims a due link: of several sweepers one gets it, and each retry is later. */
export async function claimDue(on: Queryable, id: string, at: Date): Promise<Link | null> {
  const rows = await on.query<Link>(
    `update giftlinks_link
     set tries = tries + 1, next_at = ${nextTrySql('$2', { firstSeconds: 5, maxSeconds: 60 })}
     where id = $1 and state in ('claimed', 'sent', 'unknown', 'received') and next_at <= $2 returning ${linkColumns}`,
    [id, at],
  )
  return rows[0] ?? null
}

export async function lockLink(tx: Tx, id: string): Promise<Link | null> {
  const rows = await tx.query<Link>(
    `select ${linkColumns} from giftlinks_link where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

export type StoredKey = {
  kid: string
  publicKey: Record<string, unknown>
  privateBox: Buffer
  createdAt: Date
  retiredAt: Date | null
}

const keyColumns = `kid, public_key as "publicKey", private_box as "privateBox", created_at as "createdAt", retired_at as "retiredAt"`

export async function findCurrentKey(on: Queryable): Promise<StoredKey | null> {
  const rows = await on.query<StoredKey>(
    `select ${keyColumns} from giftlinks_key where retired_at is null`,
  )
  return rows[0] ?? null
}

export async function findKey(on: Queryable, kid: string): Promise<StoredKey | null> {
  const rows = await on.query<StoredKey>(`select ${keyColumns} from giftlinks_key where kid = $1`, [
    kid,
  ])
  return rows[0] ?? null
}

/** Does nothing if another process was faster. */
export async function insertKey(
  on: Queryable,
  { kid, publicKey, privateBox, createdAt }: Omit<StoredKey, 'retiredAt'>,
): Promise<void> {
  await on.query(
    `insert into giftlinks_key (kid, public_key, private_box, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [kid, publicKey, privateBox, createdAt],
  )
}

export async function retireKeysBefore(on: Queryable, before: Date, at: Date): Promise<void> {
  await on.query(
    'update giftlinks_key set retired_at = $2 where retired_at is null and created_at < $1',
    [before, at],
  )
}

/** Links of a member that have not ended, the newest first. */
export function listOpenLinks(
  on: Queryable,
  memberId: string,
  limit: number,
): Promise<{ at: Date }[]> {
  return on.query(
    `select created_at as at from giftlinks_link
     where member_id = $1 and state in ('claimed', 'sent', 'unknown', 'received', 'exception')
     order by created_at desc limit $2`,
    [memberId, limit],
  )
}

/** The links of this time with a received amount, for comparison with the wallet. */
export function listReceived(
  on: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<{ voucher: string; mobile: string; amount: bigint; createdAt: Date }[]> {
  return on.query(
    `select voucher, mobile, amount, created_at as "createdAt" from giftlinks_link
     where amount is not null and created_at >= $1 and created_at < $2 order by created_at`,
    [from, to],
  )
}

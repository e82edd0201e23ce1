import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db.ts'

/** Earned in ten-thousandths of the smallest unit, so that small plays add up. */
const earnedPerUnit = 10_000n

/** Up to which movement each of these accounts is counted; those that never were are missing. */
export async function listCursors(
  on: Queryable,
  accounts: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const rows = await on.query<{ account: bigint; uptoSeq: bigint }>(
    'select account, upto_seq as "uptoSeq" from invite_cursor where account = any ($1::bigint[])',
    [accounts],
  )
  return new Map(rows.map(({ account, uptoSeq }) => [account, uptoSeq]))
}

/** Moves an account on; false when another worker has, so that what lies between is counted once. Holds the row. */
export async function moveCursor(
  tx: Tx,
  account: bigint,
  { from, to }: { from: bigint; to: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into invite_cursor (account, upto_seq) values ($1, $3)
     on conflict (account) do update set upto_seq = excluded.upto_seq where invite_cursor.upto_seq = $2
     returning 1`,
    [account, from, to],
  )
  return rows.length > 0
}

export type Accrual = {
  account: bigint
  uptoSeq: bigint
  inviter: string
  invitee: string
  currency: WalletCurrency
  play: bigint
  /** Hundredths of a percent. */
  rate: number
  void: 'same-person' | 'currency' | 'off' | null
}

/** Writes one counting and adds it to what the invitee has brought and the inviter has earned. */
export async function insertAccrual(tx: Tx, accrual: Accrual, at: Date): Promise<void> {
  const { account, uptoSeq, inviter, invitee, currency, play, rate } = accrual
  const earned = play * BigInt(rate)
  await tx.query(
    `insert into invite_accrual (account, upto_seq, inviter, invitee, currency, play, rate, void, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [account, uptoSeq, inviter, invitee, currency, play, rate, accrual.void, at],
  )
  await tx.query(
    `insert into invite_invitee (invitee, inviter, play, earned) values ($1, $2, $3, $4)
     on conflict (invitee) do update set play = invite_invitee.play + excluded.play, earned = invite_invitee.earned + excluded.earned`,
    [invitee, inviter, play, earned],
  )
  if (earned > 0n)
    await tx.query(
      `insert into invite_balance (member_id, earned) values ($1, $2)
       on conflict (member_id) do update set earned = invite_balance.earned + excluded.earned`,
      [inviter, earned],
    )
}

export type InviteBalance = { earned: bigint; received: bigint }

export async function findBalance(on: Queryable, memberId: string): Promise<InviteBalance> {
  const rows = await on.query<InviteBalance>(
    'select earned, received from invite_balance where member_id = $1',
    [memberId],
  )
  return rows[0] ?? { earned: 0n, received: 0n }
}

/** What waits to be received, in whole smallest units. */
export function waitingOf({ earned, received }: InviteBalance): bigint {
  return earned / earnedPerUnit - received
}

/** Takes everything that waits, and answers it; another one at once waits here and finds nothing. */
export async function takeWaiting(tx: Tx, memberId: string): Promise<bigint> {
  const [row] = await tx.query<InviteBalance>(
    'select earned, received from invite_balance where member_id = $1 for no key update',
    [memberId],
  )
  const waiting = row ? waitingOf(row) : 0n
  if (waiting > 0n)
    await tx.query('update invite_balance set received = received + $2 where member_id = $1', [
      memberId,
      waiting,
    ])
  return waiting
}

/** Whether anybody who was invited by this member has played. */
export async function hasPlay(on: Queryable, memberId: string): Promise<boolean> {
  const rows = await on.query('select from invite_invitee where inviter = $1 limit 1', [memberId])
  return rows.length > 0
}

/** What each of these has brought their inviter so far. */
export async function listBrought(
  on: Queryable,
  inviter: string,
  invitees: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await on.query<{ invitee: string; earned: bigint }>(
    'select invitee, earned from invite_invitee where inviter = $1 and invitee = any ($2::text[])',
    [inviter, invitees],
  )
  return new Map(rows.map(({ invitee, earned }) => [invitee, earned / earnedPerUnit]))
}

export type NewReceipt = {
  id: string
  memberId: string
  amount: bigint
  currency: WalletCurrency
  key: string | null
  fingerprint: string
  at: Date
}

export async function insertReceipt(tx: Tx, receipt: NewReceipt): Promise<void> {
  const { id, memberId, amount, currency, key, fingerprint, at } = receipt
  await tx.query(
    `insert into invite_receipt (id, member_id, amount, currency, key, fingerprint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, memberId, amount, currency, key, fingerprint, at],
  )
}

export async function findReceiptByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<{ fingerprint: string } | null> {
  const rows = await on.query<{ fingerprint: string }>(
    'select fingerprint from invite_receipt where key = $1 and member_id = $2',
    [key, memberId],
  )
  return rows[0] ?? null
}

/** What operators look at: the newest countings of a member's invitees. */
export function listAccruals(
  on: Queryable,
  inviter: string,
  limit: number,
): Promise<(Accrual & { createdAt: Date })[]> {
  return on.query(
    `select a.account, a.upto_seq as "uptoSeq", a.inviter, a.invitee, a.currency, a.play, a.rate, a.void, a.created_at as "createdAt"
     from invite_invitee i join invite_accrual a on a.invitee = i.invitee
     where i.inviter = $1 order by a.created_at desc, a.account, a.upto_seq desc limit $2`,
    [inviter, limit],
  )
}

/** Every receipt was credited. */
export const inviteBookedSql = `select ledger_leg(id, 1) as idem, amount from invite_receipt`

/** What a member has earned and received is the sum of its parts. */
export const inviteCheckSql = `
  select b.member_id, b.earned, b.received from invite_balance b
  where b.earned <> (select coalesce(sum(i.earned), 0) from invite_invitee i where i.inviter = b.member_id)
     or b.received <> (select coalesce(sum(r.amount), 0) from invite_receipt r where r.member_id = b.member_id)
  union all
  select i.invitee, i.earned, i.play from invite_invitee i left join invite_accrual a on a.invitee = i.invitee
  group by i.invitee having i.earned <> coalesce(sum(a.earned), 0) or i.play <> coalesce(sum(a.play), 0)
  limit 100`

import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'

/** Earned in ten-thousandths of the smallest unit, so that small amounts add up. */
const earnedPerUnit = 10_000n

/** The last counted movement of each of these accounts; accounts never counted are missing. */
export async function listCursors(
  on: Queryable,
  accounts: readonly { id: bigint }[],
): Promise<Map<bigint, bigint>> {
  const rows = await on.query<{ account: bigint; uptoSeq: bigint }>(
    'select account, upto_seq as "uptoSeq" from invite_cursor where account = any ($1::bigint[])',
    [accounts.map(({ id }) => id)],
  )
  return new Map(rows.map(({ account, uptoSeq }) => [account, uptoSeq]))
}

/**
 * Moves an account's cursor; false if another worker has moved it, so that the movements between are counted once.
 * Locks the row.
 */
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

/** An invitee's counted losses less wins, and the highest value of that at the end of a period. */
export type InviteeState = { net: bigint; high: bigint; earned: bigint }

/** Locks an invitee until the transaction ends, so that their play is counted by one worker at a time. */
export async function lockInvitee(
  tx: Tx,
  { inviter, invitee }: { inviter: string; invitee: string },
): Promise<InviteeState> {
  const [row] = await tx.query<InviteeState>(
    `insert into invite_invitee (invitee, inviter) values ($1, $2)
     on conflict (invitee) do update set play = invite_invitee.play returning net, high, earned`,
    [invitee, inviter],
  )
  return row!
}

export type InvitePeriod = {
  inviter: string
  invitee: string
  currency: WalletCurrency
  until: Date
  lost: bigint
  won: bigint
  net: bigint
  high: bigint
  /** By how much the invitee is deeper in loss than ever before. */
  counted: bigint
  /** Hundredths of a percent. */
  rate: number
  earned: bigint
  void: 'same-person' | 'currency' | 'off' | 'denied' | null
}

/** Records one count and adds it to the totals of invitee and inviter; callers must hold the invitee's lock. */
export async function insertPeriod(tx: Tx, one: InvitePeriod, at: Date): Promise<void> {
  const { inviter, invitee, currency, until, lost, won, net, high, counted, rate, earned } = one
  // A movement that commits late is counted after its period, under the same end.
  await tx.query(
    `insert into invite_period (invitee, until, inviter, currency, lost, won, counted, rate, earned, void, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [invitee, until, inviter, currency, lost, won, counted, rate, earned, one.void, at],
  )
  await tx.query(
    'update invite_invitee set play = play + $2, net = $3, high = $4, earned = earned + $5 where invitee = $1',
    [invitee, lost, net, high, earned],
  )
  if (earned > 0n)
    await tx.query(
      `insert into invite_balance (member_id, earned) values ($1, $2)
       on conflict (member_id) do update set earned = invite_balance.earned + excluded.earned`,
      [inviter, earned],
    )
}

/** Whether an operator has decided that nothing is owed for this invitee. */
export async function isDenied(on: Queryable, invitee: string): Promise<boolean> {
  const rows = await on.query('select from invite_denied where invitee = $1 limit 1', [invitee])
  return rows.length > 0
}

/**
 * Removes the earnings by an invitee that are not received; received ones stay. A second call for an item does
 * nothing.
 */
export async function denyInvitee(
  tx: Tx,
  { item, inviter, invitee, at }: { item: bigint; inviter: string; invitee: string; at: Date },
): Promise<void> {
  const { earned } = await lockInvitee(tx, { inviter, invitee })
  const [balance] = await tx.query<InviteBalance>(
    'select earned, received from invite_balance where member_id = $1 for no key update',
    [inviter],
  )
  const left = balance ? balance.earned - balance.received * earnedPerUnit : 0n
  const taken = earned < left ? earned : left
  const rows = await tx.query(
    `insert into invite_denied (item, invitee, inviter, earned, created_at) values ($1, $2, $3, $4, $5)
     on conflict (item) do nothing returning 1`,
    [item, invitee, inviter, taken, at],
  )
  if (rows.length === 0 || taken === 0n) return
  await tx.query('update invite_invitee set earned = earned - $2 where invitee = $1', [
    invitee,
    taken,
  ])
  await tx.query('update invite_balance set earned = earned - $2 where member_id = $1', [
    inviter,
    taken,
  ])
}

export type InviteBalance = { earned: bigint; received: bigint }

export async function findBalance(on: Queryable, memberId: string): Promise<InviteBalance> {
  const rows = await on.query<InviteBalance>(
    'select earned, received from invite_balance where member_id = $1',
    [memberId],
  )
  return rows[0] ?? { earned: 0n, received: 0n }
}

/** The invite bonus that waits to be received, in whole smallest units. */
export async function findInviteAmount(on: Queryable, memberId: string): Promise<bigint> {
  return waitingOf(await findBalance(on, memberId))
}

export function waitingOf({ earned, received }: InviteBalance, kept = 0n): bigint {
  return (earned - kept) / earnedPerUnit - received
}

/** The total earnings by these invitees, in earned units. */
export async function sumEarned(on: Queryable, invitees: readonly string[]): Promise<bigint> {
  if (invitees.length === 0) return 0n
  const [row] = await on.query<{ earned: bigint }>(
    'select coalesce(sum(earned), 0)::bigint as earned from invite_invitee where invitee = any ($1::text[])',
    [invitees],
  )
  return row!.earned
}

/** Takes everything that waits and is not kept, and returns it; a concurrent call waits here and finds nothing. */
export async function takeWaiting(tx: Tx, memberId: string, kept: bigint): Promise<bigint> {
  const [row] = await tx.query<InviteBalance>(
    'select earned, received from invite_balance where member_id = $1 for no key update',
    [memberId],
  )
  const waiting = row ? waitingOf(row, kept) : 0n
  if (waiting > 0n)
    await tx.query('update invite_balance set received = received + $2 where member_id = $1', [
      memberId,
      waiting,
    ])
  return waiting
}

/** Whether any invitee of this member has played. */
export async function hasPlay(on: Queryable, memberId: string): Promise<boolean> {
  const rows = await on.query(
    'select from invite_invitee where inviter = $1 and play > 0 limit 1',
    [memberId],
  )
  return rows.length > 0
}

/** The earnings that each of these invitees has brought so far. */
export async function listEarnedBy(
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

export type InvitePeriodRow = Omit<InvitePeriod, 'net' | 'high'> & { createdAt: Date }

/** For operators: the newest counts of a member's invitees. */
export function listCounted(
  on: Queryable,
  inviter: string,
  limit: number,
): Promise<InvitePeriodRow[]> {
  return on.query(
    `select p.inviter, p.invitee, p.currency, p.until, p.lost, p.won, p.counted, p.rate, p.earned, p.void, p.created_at as "createdAt"
     from invite_invitee i join invite_period p on p.invitee = i.invitee
     where i.inviter = $1 order by p.until desc, p.invitee limit $2`,
    [inviter, limit],
  )
}

export type EarnedSum = {
  until: Date
  members: number
  amount: bigint
  currency: WalletCurrency
}

/** What each counting of invited members’ play has earned, in smallest units, the newest first. */
export function listEarned(on: Queryable, since: Date): Promise<EarnedSum[]> {
  return on.query<EarnedSum>(
    `select until, count(*)::int as members, (sum(earned) / 10000)::bigint as amount, currency from invite_period
     where until > $1 group by until, currency order by until desc, currency`,
    [since],
  )
}

/** Every receipt was credited. */
export const inviteBookedSql = `select ledger_leg(id, 1) as idem, amount from invite_receipt`

/** A member's earned and received amounts are the sums of their parts. */
export const inviteCheckSql = `
  select b.member_id, b.earned, b.received from invite_balance b
  where b.earned <> (select coalesce(sum(i.earned), 0) from invite_invitee i where i.inviter = b.member_id)
     or b.received <> (select coalesce(sum(r.amount), 0) from invite_receipt r where r.member_id = b.member_id)
  union all
  select i.invitee, i.earned, i.play from invite_invitee i,
    lateral (select coalesce(sum(p.earned), 0) as earned, coalesce(sum(p.lost), 0) as lost, coalesce(sum(p.won), 0) as won,
        coalesce(sum(p.counted), 0) as counted
      from invite_period p where p.invitee = i.invitee) as since,
    lateral (select coalesce(sum(d.earned), 0) as earned from invite_denied d where d.invitee = i.invitee) as denied
  where i.earned <> since.earned - denied.earned or i.play <> since.lost
    or i.net <> since.lost - since.won or i.high <> since.counted
  limit 100`

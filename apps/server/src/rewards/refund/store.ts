import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { Period, Results } from './period.ts'

export async function findClosedUntil(on: Queryable): Promise<Date | null> {
  const rows = await on.query<{ until: Date }>(
    'select until from refund_closed order by until desc limit 1',
  )
  return rows[0]?.until ?? null
}

/** False if another worker was first. */
export async function insertClosed(
  on: Queryable,
  { length, since, until }: Period,
  { at, by }: { at: Date; by: string },
): Promise<boolean> {
  const rows = await on.query(
    `insert into refund_closed (until, since, length, closed_at, closed_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [until, since, length, at, by],
  )
  return rows.length > 0
}

export async function listCursors(
  on: Queryable,
  accounts: readonly { id: bigint }[],
): Promise<Map<bigint, bigint>> {
  const rows = await on.query<{ account: bigint; uptoSeq: bigint }>(
    'select account, upto_seq as "uptoSeq" from refund_cursor where account = any ($1::bigint[])',
    [accounts.map(({ id }) => id)],
  )
  return new Map(rows.map(({ account, uptoSeq }) => [account, uptoSeq]))
}

/** Callers must hold the member's lock, so no other worker moves these. */
export async function moveCursors(
  tx: Tx,
  spans: readonly { id: bigint; upto: bigint }[],
): Promise<void> {
  await tx.query(
    `insert into refund_cursor (account, upto_seq) select * from unnest($1::bigint[], $2::bigint[])
     on conflict (account) do update set upto_seq = excluded.upto_seq where refund_cursor.upto_seq < excluded.upto_seq`,
    [spans.map(({ id }) => id), spans.map(({ upto }) => upto)],
  )
}

export type NewPeriod = Results & {
  memberId: string
  currency: WalletCurrency
  rate: number
  amount: bigint
  /** Refunds that were too high before: the part deducted from this one, and the debt left for the next ones. */
  takenOff: bigint
  debt: bigint
  /** The item by which an operator has decided that nothing is owed for it. */
  denied: bigint | null
}

export async function insertPeriod(
  tx: Tx,
  { name, since, until }: Period,
  { at, ...one }: NewPeriod & { at: Date },
): Promise<void> {
  await tx.query(
    `insert into refund_period (member_id, period, since, until, currency, lost, won, gifts, forfeited, rate, amount, created_at,
       carried, taken_off, debt, denied)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      one.memberId,
      name,
      since,
      until,
      one.currency,
      one.lost,
      one.won,
      one.gifts,
      one.forfeited,
      one.rate,
      one.amount,
      at,
      one.carried,
      one.takenOff,
      one.debt,
      one.denied,
    ],
  )
}

export async function periodIsCounted(
  on: Queryable,
  memberId: string,
  { name }: Period,
): Promise<boolean> {
  const rows = await on.query('select from refund_period where member_id = $1 and period = $2', [
    memberId,
    name,
  ])
  return rows.length > 0
}

/** Denies these members the unreceived refunds of the periods that contain a day in Bangkok. */
export async function denyPeriods(
  tx: Tx,
  { item, members, day }: { item: bigint; members: readonly string[]; day: string },
): Promise<void> {
  await tx.query(
    `update refund_period set denied = $1 where member_id = any ($2::text[]) and receipt is null and denied is null
       and since <= ($3::date)::timestamp at time zone 'Asia/Bangkok' and until > ($3::date)::timestamp at time zone 'Asia/Bangkok'`,
    [item, members, day],
  )
}

/**
 * A stake with its period's refund, to compute how much of it was too much: `amount` includes the part that was
 * deducted for earlier stakes, because that part was used up. `before` has come back already.
 */
export type Stake = {
  period: string
  game: string
  open: bigint
  before: bigint
  loss: bigint
  rate: number
  amount: bigint
}

/**
 * A member's net losses at these games in periods that ended after an instant, not yet come back, the newest first.
 */
export function listStakes(
  tx: Tx,
  memberId: string,
  { games, after }: { games: readonly string[]; after: Date },
): Promise<Stake[]> {
  return tx.query<Stake>(
    `select s.period, s.game, s.lost - s.returned as open, p.loss, p.rate, p.amount + p.taken_off as amount,
       (select sum(o.returned)::bigint from refund_stake o where o.member_id = s.member_id and o.period = s.period) as before
     from refund_stake s join refund_period p on p.member_id = s.member_id and p.period = s.period
     where s.member_id = $1 and s.game = any ($2::text[]) and s.until > $3 and s.returned < s.lost
     order by s.until desc, s.game`,
    [memberId, games, after],
  )
}

export async function addReturned(
  tx: Tx,
  memberId: string,
  { period, game, amount }: { period: string; game: string; amount: bigint },
): Promise<void> {
  await tx.query(
    'update refund_stake set returned = returned + $4 where member_id = $1 and period = $2 and game = $3',
    [memberId, period, game, amount],
  )
}

export async function insertStake(
  tx: Tx,
  memberId: string,
  { name, until, game, lost }: { name: string; until: Date; game: string; lost: bigint },
): Promise<void> {
  await tx.query(
    'insert into refund_stake (member_id, period, until, game, lost) values ($1, $2, $3, $4, $5)',
    [memberId, name, until, game, lost],
  )
}

/** The amount still to be deducted from a member's refunds. */
export async function findDebt(on: Queryable, memberId: string): Promise<bigint> {
  const rows = await on.query<{ debt: bigint }>(
    'select debt from refund_period where member_id = $1 order by until desc limit 1',
    [memberId],
  )
  return rows[0]?.debt ?? 0n
}

/** The refunds that wait: the number of periods and their sum. */
export async function sumWaiting(
  on: Queryable,
  memberId: string,
): Promise<{ periods: number; amount: bigint }> {
  const [row] = await on.query<{ periods: number; amount: bigint }>(
    `select count(*)::int as periods, coalesce(sum(amount), 0)::bigint as amount
     from refund_period where member_id = $1 and receipt is null and denied is null`,
    [memberId],
  )
  return row!
}

/** Ends every waiting period, and returns their sum; callers must hold the member's lock. */
export async function takeWaiting(
  tx: Tx,
  memberId: string,
  receipt: string,
): Promise<{ newest: string | null; amount: bigint }> {
  const rows = await tx.query<{ period: string; until: Date; amount: bigint }>(
    `update refund_period set receipt = $2 where member_id = $1 and receipt is null and denied is null
     returning period, until, amount`,
    [memberId, receipt],
  )
  const newest = rows.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0]
  const amount = rows.reduce((sum, row) => sum + row.amount, 0n)
  return { newest: newest?.period ?? null, amount }
}

export type NewReceipt = {
  id: string
  memberId: string
  period: string
  amount: bigint
  currency: WalletCurrency
  key: string | null
  fingerprint: string
  at: Date
}

export async function insertReceipt(tx: Tx, receipt: NewReceipt): Promise<void> {
  const { id, memberId, period, amount, currency, key, fingerprint, at } = receipt
  await tx.query(
    `insert into refund_receipt (id, member_id, period, amount, currency, key, fingerprint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, memberId, period, amount, currency, key, fingerprint, at],
  )
}

export async function findReceiptByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<{ fingerprint: string } | null> {
  const rows = await on.query<{ fingerprint: string }>(
    'select fingerprint from refund_receipt where key = $1 and member_id = $2',
    [key, memberId],
  )
  return rows[0] ?? null
}

export type RefundReceipt = { amount: bigint; currency: WalletCurrency; createdAt: Date }

/** The received refunds, newest first, and their number. */
export async function listReceipts(
  on: Queryable,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; receipts: RefundReceipt[] }> {
  const [counted] = await on.query<{ total: number }>(
    'select count(*)::int as total from refund_receipt where member_id = $1',
    [memberId],
  )
  const receipts = await on.query<RefundReceipt>(
    `select amount, currency, created_at as "createdAt" from refund_receipt
     where member_id = $1 order by created_at desc, id desc limit $3 offset ($2::bigint - 1) * $3`,
    [memberId, page, limit],
  )
  return { total: counted!.total, receipts }
}

export type RefundSum = {
  until: Date
  members: number
  amount: bigint
  currency: WalletCurrency | null
}

/** What each closed period of losses gives back, the newest first; `members` have played in it. */
export function listRefunded(on: Queryable, since: Date): Promise<RefundSum[]> {
  return on.query<RefundSum>(
    `select c.until, count(p.member_id)::int as members, coalesce(sum(p.amount), 0)::bigint as amount, p.currency
     from refund_closed c left join refund_period p on p.until = c.until
     where c.until > $1 group by c.until, p.currency order by c.until desc, p.currency`,
    [since],
  )
}

export type Refund = NewPeriod & { period: string; loss: bigint; receipt: string | null }

export function listPeriodsOf(on: Queryable, memberId: string, limit: number): Promise<Refund[]> {
  return on.query<Refund>(
    `select member_id as "memberId", period, currency, lost, won, gifts, forfeited, carried, loss, rate, amount,
       taken_off as "takenOff", debt, denied, receipt
     from refund_period where member_id = $1 order by until desc limit $2`,
    [memberId, limit],
  )
}

/** Every receipt was credited. */
export const refundBookedSql = `select ledger_leg(id, 1) as idem, amount from refund_receipt`

/** A receipt is the sum of its periods, each of them in one receipt of the same member. */
export const refundCheckSql = `
  select r.id, r.amount, coalesce(sum(p.amount), 0) as sum
  from refund_receipt r left join refund_period p on p.receipt = r.id and p.member_id = r.member_id and p.currency = r.currency
  group by r.id having r.amount <> coalesce(sum(p.amount), 0)
  union all
  select null, 0, count(*) from refund_closed c
  where exists (select from refund_closed o where o.until < c.until)
    and not exists (select from refund_closed o where o.until = c.since)
  having count(*) > 0
  limit 100`

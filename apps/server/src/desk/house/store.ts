import { dayMs } from '@kapao/contract/times'
import type { Queryable, Tx } from '#core/db/db.ts'

/** The last time that the books show of a party. */
export type Sign = { name: string; at: Date | null }

/** Codes of QR that were paid, by gateway. */
export function listGatewaySigns(on: Queryable, codes: readonly string[]): Promise<Sign[]> {
  return on.query<Sign>(
    `select gateway as name, (select max(created_at) from qrcodes_payment where provider = gateway) as at
     from unnest($1::text[]) gateway`,
    [codes],
  )
}

/** Payouts that ended well, by channel. */
export function listPayoutSigns(on: Queryable, channels: readonly string[]): Promise<Sign[]> {
  return on.query<Sign>(
    `select channel as name, (
       select ended_at from withdrawals_withdrawal w
       where w.channel = c.channel and sent_at is not null and state = 'paid' order by sent_at desc limit 1
     ) as at from unnest($1::text[]) c (channel)`,
    [channels],
  )
}

/** Moves to games and back that were carried out within a day: of older ones there is no index. */
export function listGameSigns(on: Queryable, now: Date): Promise<Sign[]> {
  return on.query<Sign>(
    `select game as name, max(ended_at) as at from transfers_transfer
     where created_at > $1 and state = 'done' and game is not null group by game`,
    [new Date(now.getTime() - dayMs)],
  )
}

/** Everything else that shows a system outside at work. */
export type OtherSigns = {
  smsAt: Date | null
  /** When somebody typed a code that came by SMS. */
  smsReceivedAt: Date | null
  slipAt: Date | null
  statementAt: Date | null
  /** Within a day. */
  bankReportAt: Date | null
  giftLinkAt: Date | null
}

export async function readOtherSigns(on: Queryable, now: Date): Promise<OtherSigns> {
  const [row] = await on.query<OtherSigns>(
    `select
       (select created_at from otp_code where state in ('sent', 'verified', 'used') and not decoy
        order by created_at desc limit 1) as "smsAt",
       (select verified_at from otp_code where state in ('verified', 'used') and not decoy
        order by created_at desc limit 1) as "smsReceivedAt",
       (select uploaded_at from slips_slip where picture is not null and amount is not null
        order by uploaded_at desc limit 1) as "slipAt",
       (select max(checked_at) from bankfeed_reconciled) as "statementAt",
       (select max(created_at) from deposits_deposit
        where first_channel in ('bank', 'sms') and created_at > $1) as "bankReportAt",
       (select max(created_at) from deposits_deposit
        where first_channel = 'giftlink' and created_at > $1) as "giftLinkAt"`,
    [new Date(now.getTime() - dayMs)],
  )
  return row!
}

/** A deposit that was credited, and the newest payout. */
export async function findMoneySeen(
  on: Queryable,
): Promise<{ depositAt: Date | null; payoutAt: Date | null }> {
  const [row] = await on.query<{ depositAt: Date | null; payoutAt: Date | null }>(
    `select (select settled_at from deposits_deposit where state = 'credited' limit 1) as "depositAt",
       (select ended_at from withdrawals_withdrawal where state = 'paid' order by ended_at desc limit 1) as "payoutAt"`,
  )
  return row!
}

/** Whether two of them may confirm for each other: neither has added the other, directly or through others. */
export async function areSomeApart(on: Queryable, names: readonly string[]): Promise<boolean> {
  const [row] = await on.query<{ areSo: boolean }>(
    `select exists (
       select from unnest($1::text[]) one join unnest($1::text[]) other on one < other
       where confirm_apart('operator:' || one, 'operator:' || other)) as "areSo"`,
    [names],
  )
  return row!.areSo
}

/** How many passkeys each operator has who is not disabled. */
export function countKeys(on: Queryable): Promise<{ operator: string; keys: number }[]> {
  return on.query<{ operator: string; keys: number }>(
    `select o.name as operator, (select count(*)::int from sign_in_passkey k where k.operator = o.name) as keys
     from operators_operator o where o.disabled_at is null`,
  )
}

export type BooksState = {
  archivedAt: Date | null
  /** Whether the newest attempt to archive failed. */
  archiveFails: boolean
  headSentAt: Date | null
}

/** What PostgreSQL says of its archive, and when a head of the seals was last stored outside. */
export async function readBooksState(on: Queryable): Promise<BooksState> {
  const [row] = await on.query<BooksState>(
    `select last_archived_time as "archivedAt",
       last_failed_time is not null and last_failed_time >= coalesce(last_archived_time, '-infinity') as "archiveFails",
       (select max(sent_at) from ledger_head_sent) as "headSentAt"
     from pg_stat_archiver`,
  )
  return row!
}

const testSmsLock = 4_011_043

/** One at a time counts and begins. */
export async function lockTestSms(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [testSmsLock])
}

import type { Money } from '@kapao/contract/money'
import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { requestColumns, type Request } from './request-store.ts'
import { reportColumns, type DepositReport } from './report-store.ts'
import { depositColumns, type Deposit } from './store.ts'

/** Money in suspense, oldest first. */
export function listSuspendedPage(on: Queryable, page: Page): Promise<Deposit[]> {
  return on.query<Deposit>(
    `select ${depositColumns} from deposits_deposit
     where state = 'suspended' and (created_at, id) > ($1::timestamptz, $2::uuid) order by created_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

/** What members have announced, oldest first. */
export function listRequestPage(on: Queryable, page: Page): Promise<Request[]> {
  return on.query<Request>(
    `select ${requestColumns} from deposits_request
     where state = 'open' and (created_at, id) > ($1::timestamptz, $2::uuid) order by created_at, id limit $3`,
    [...afterOf(page, leastId.uuid), page.limit],
  )
}

/** With the member whose money it was booked as. */
export type FullDepositReport = DepositReport & { seenAt: Date | null; memberId: string | null }

const fullColumns = `${reportColumns}, seen_at as "seenAt",
  (select member_id from deposits_deposit d where d.id = deposits_report.deposit) as "memberId"`

/** Reports that contradict what was booked, oldest first; after one of them, or from an instant on. */
export function listDifferingPage(
  on: Queryable,
  { after, limit }: { after: { since: Date; named: EventKey | null } | null; limit: number },
): Promise<FullDepositReport[]> {
  const { channel, eventId } = after?.named ?? { channel: 'bank', eventId: '' }
  return on.query<FullDepositReport>(
    `select ${fullColumns} from deposits_report
     where (differs or other_payer) and seen_at is null
       and (created_at, channel, event_id) > ($1::timestamptz, $2::deposits_channel, $3)
     order by created_at, channel, event_id limit $4`,
    [after?.since ?? '-infinity', channel, eventId, limit],
  )
}

export type EventKey = { channel: string; eventId: string }

export async function findDepositReport(
  on: Queryable,
  { channel, eventId }: EventKey,
): Promise<FullDepositReport | null> {
  const rows = await on.query<FullDepositReport>(
    `select ${fullColumns} from deposits_report
     where channel::text = $1 and event_id = $2 and (differs or other_payer)`,
    [channel, eventId],
  )
  return rows[0] ?? null
}

/** False if there is none, or it was marked before. */
export async function setReportSeen(
  on: Queryable,
  { channel, eventId, by, at }: EventKey & { by: string; at: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update deposits_report set seen_at = $3, seen_by = $4
     where channel::text = $1 and event_id = $2 and (differs or other_payer) and seen_at is null returning 1`,
    [channel, eventId, at, by],
  )
  return rows.length > 0
}

/** The members who announced exactly this sum and still wait for it. */
export function listAnnouncers(
  on: Queryable,
  { amount, currency }: Money,
): Promise<{ memberId: string; isReserved: boolean }[]> {
  return on.query(
    `select member_id as "memberId", bool_or(reserved) as "isReserved" from deposits_request
     where state = 'open' and currency = $2 and amount = $1 group by member_id order by member_id limit 10`,
    [amount, currency],
  )
}

/** How many of the last deposits of each of these members came from an account with these last digits. */
export async function countPaidBefore(
  on: Queryable,
  members: readonly string[],
  { bank, tail }: { bank: string | null; tail: string },
): Promise<Map<string, number>> {
  const rows = await on.query<{ memberId: string; count: number }>(
    `select m.id as "memberId", count(*)::int as count
     from unnest($1::text[]) as m (id), lateral (
       select payer_bank, payer_account from deposits_deposit
       where member_id = m.id and state = 'credited' order by settled_at desc limit 50) d
     where right(d.payer_account, length($3)) = $3 and ($2::text is null or d.payer_bank = $2)
     group by m.id`,
    [members, bank, tail],
  )
  return new Map(rows.map(({ memberId, count }) => [memberId, count]))
}

import type { Queryable } from '#core/db/db.ts'
import type { Difference } from '#ledger/reconcile.ts'

export type Unread = {
  source: 'bank' | 'sms'
  eventId: string
  text: string
  why: string
  receivedAt: Date
}

const textMax = 2_000

/** Keeps an unreadable message, once for each event. */
export async function insertUnread(on: Queryable, unread: Unread): Promise<void> {
  await on.query(
    `insert into bankfeed_unread (source, event_id, text, why, received_at) values ($1, $2, $3, $4, $5)
     on conflict (source, event_id) do nothing`,
    [unread.source, unread.eventId, unread.text.slice(0, textMax), unread.why, unread.receivedAt],
  )
}

/** False if there is none, or it was marked before. */
export async function setSeen(
  on: Queryable,
  { eventId, by, at }: { eventId: string; by: string; at: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update bankfeed_unread set seen_at = $2, seen_by = $3 where event_id = $1 and seen_at is null returning 1`,
    [eventId, at, by],
  )
  return rows.length > 0
}

export type Reconciliation = {
  party: string
  /** The day in Bangkok, as 2026-11-21. */
  day: string
  lines: number
  differences: Difference[]
  checkedAt: Date
}

export async function setReconciled(on: Queryable, result: Reconciliation): Promise<void> {
  const differences = JSON.stringify(result.differences, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await on.query(
    `insert into bankfeed_reconciled (party, day, lines, differences, checked_at) values ($1, $2, $3, $4, $5)
     on conflict (party, day) do update set lines = $3, differences = $4, checked_at = $5`,
    [result.party, result.day, result.lines, differences, result.checkedAt],
  )
}

/** The latest day of an account that was compared. */
export async function findReconciledUntil(on: Queryable, party: string): Promise<string | null> {
  const [row] = await on.query<{ day: string | null }>(
    `select to_char(max(day), 'YYYY-MM-DD') as day from bankfeed_reconciled where party = $1`,
    [party],
  )
  return row?.day ?? null
}

const againHours = 6
const againDaysMax = 7

/** The beginnings of the last days with differences that have not been compared again for hours, oldest first. */
export async function listToCompareAgain(on: Queryable, party: string, now: Date): Promise<Date[]> {
  const rows = await on.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from bankfeed_reconciled
     where party = $1 and differences <> '[]' and checked_at <= $2::timestamptz - make_interval(hours => $3)
       and day >= $2::timestamptz at time zone 'Asia/Bangkok' - make_interval(days => $4)
     order by day`,
    [party, now, againHours, againDaysMax],
  )
  return rows.map(({ day }) => new Date(`${day}T00:00:00+07:00`))
}

export function listReconciled(on: Queryable, limit: number): Promise<Reconciliation[]> {
  return on.query<Reconciliation>(
    `select party, to_char(day, 'YYYY-MM-DD') as day, lines, differences, checked_at as "checkedAt" from bankfeed_reconciled
     order by day desc, party limit $1`,
    [limit],
  )
}

import type { AuditAction } from '@kapao/contract/console/actions'
import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'

/** An act that one operator did alone, as the database recorded it with the act itself. */
export type Act = {
  id: string
  at: Date
  actor: string
  action: string
  subject: string
  memberId: string | null
  amount: bigint | null
  currency: Currency | null
  why: string | null
  /** Who requested it; such an act has been seen by two operators and needs no review. */
  second: string | null
  tickedBy: string | null
  tickedAt: Date | null
  note: string | null
  /** No other operator has reviewed it within a day. */
  isLate: boolean
}

export const actColumns = `id::text, at, actor, action, subject, member_id as "memberId", amount, currency, why, second, ticked_by as "tickedBy",
  ticked_at as "tickedAt", note,
  second is null and ticked_by is null and at < now() - interval '24 hours' as "isLate"`

/** Acts of these kinds that nobody else has read, oldest first. */
export function listUnread(
  on: Queryable,
  actions: readonly AuditAction[],
  limit: number,
): Promise<Act[]> {
  return on.query<Act>(
    `select ${actColumns} from review_act
     where second is null and ticked_by is null and action = any ($1::text[])
     order by review_act.at, review_act.id limit $2`,
    [[...actions], limit],
  )
}

export type FullAct = Act & { before: unknown; after: unknown; requestId: string }

export async function findAct(on: Queryable, id: string): Promise<FullAct | null> {
  const rows = await on.query<FullAct>(
    `select ${actColumns}, before, after, request_id as "requestId" from review_act where review_act.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** The database checks who reviews it, and sets the time; returns false where no review is needed any more. */
export async function setTicked(
  on: Queryable,
  id: string,
  { by, note }: { by: string; note: string | null },
): Promise<boolean> {
  const rows = await on.query(
    'update review_act set ticked_by = $2, note = $3 where id = $1 and second is null and ticked_by is null returning 1',
    [id, by, note],
  )
  return rows.length > 0
}

export type ReviewBacklog = { waiting: number; late: number; oldestAt: Date | null }

export async function countWaiting(on: Queryable): Promise<ReviewBacklog> {
  const rows = await on.query<ReviewBacklog>(
    `select count(*)::int as waiting, count(*) filter (where at < now() - interval '24 hours')::int as late, min(at) as "oldestAt"
     from review_act where second is null and ticked_by is null`,
  )
  return rows[0]!
}

/** Acts that have become late since the previous call. */
export async function noteLate(on: Queryable): Promise<number> {
  const rows = await on.query(
    `update review_act set alarmed_at = now()
     where second is null and ticked_by is null and alarmed_at is null and at < now() - interval '24 hours' returning 1`,
  )
  return rows.length
}

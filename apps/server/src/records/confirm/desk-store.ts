import type { Currency } from '@kapao/contract/money'
import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { askedColumns, type ConfirmRequest } from './store.ts'

export type FullRequest = ConfirmRequest & {
  amount: bigint | null
  currency: Currency | null
  /** An operator has confirmed it and is carrying it out. */
  isBeingDone: boolean
}

const columns = `${askedColumns}, amount, currency, coalesce(doing_until > now(), false) as "isBeingDone"`
/** By whole milliseconds, which is all that a place of a list can say. */
const at = `date_trunc('milliseconds', asked_at at time zone 'UTC')`

/** What waits for a second operator, and what was cut off after a yes, oldest first. */
export function listWaitingPage(on: Queryable, page: Page): Promise<FullRequest[]> {
  return on.query<FullRequest>(
    `select ${columns} from confirm_request
     where (state = 'waits' or (state = 'confirmed' and done_at is null))
       and (${at}, confirm_request.id) > ($1::timestamptz at time zone 'UTC', $2::bigint)
     order by ${at}, confirm_request.id limit $3`,
    [...afterOf(page, leastId.number), page.limit],
  )
}

/** One that waits or waited for a second operator; a refused one may be what one operator did alone. */
export async function findRequest(on: Queryable, id: string): Promise<FullRequest | null> {
  const rows = await on.query<FullRequest>(
    `select ${columns} from confirm_request
     where confirm_request.id = $1 and (state = 'waits' or decided_by is not null)`,
    [id],
  )
  return rows[0] ?? null
}

export type PendingRequest = Pick<ConfirmRequest, 'id' | 'kind' | 'subject' | 'askedBy' | 'askedAt'>

/** Everything of one kind that waits, or was confirmed and is not done yet. */
export function listWaitingOf(on: Queryable, kind: string): Promise<PendingRequest[]> {
  return on.query(
    `select id::text, kind, subject, asked_by as "askedBy", asked_at as "askedAt" from confirm_request
     where kind = $1 and (state = 'waits' or (state = 'confirmed' and done_at is null)) order by asked_at, id`,
    [kind],
  )
}

/** What waits already about these subjects, or was confirmed and is not done yet. */
export async function listWaitingAbout(
  on: Queryable,
  asked: readonly { kind: string; subject: string }[],
): Promise<PendingRequest[]> {
  return on.query(
    `select a.id::text, a.kind, a.subject, a.asked_by as "askedBy", a.asked_at as "askedAt" from unnest($1::text[], $2::text[]) as w (kind, subject)
     join confirm_request a on a.kind = w.kind and a.subject = w.subject
       and (a.state = 'waits' or (a.state = 'confirmed' and a.done_at is null))`,
    [asked.map(({ kind }) => kind), asked.map(({ subject }) => subject)],
  )
}

/** Whether who confirmed it could still be the one to confirm it. */
export async function holdsStill(on: Queryable, id: string): Promise<boolean> {
  const [row] = await on.query<{ holds: boolean }>('select confirm_holds($1) as holds', [id])
  return row!.holds
}

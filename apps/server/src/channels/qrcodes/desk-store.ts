import { afterOf, leastId, type Page } from '#core/console/work/queue.ts'
import type { Queryable } from '#core/db/db.ts'
import { findingColumns, type Finding } from './findings-store.ts'
import { paymentColumns, type PaymentKey, type Payment } from './payments/payment-store.ts'

/**
 * Open findings, oldest first. That a gateway is silent about a payment, or does not know it, waits as that payment, and
 * its list says nothing more about one that it has not confirmed.
 */
export function listFindingPage(on: Queryable, page: Page): Promise<Finding[]> {
  return on.query<Finding>(
    `select ${findingColumns} from qrcodes_finding
     where closed_at is null and not (
         kind in ('finding.unanswered', 'finding.unknown-payment') and exists (
           select from qrcodes_payment p where p.provider = qrcodes_finding.provider and p.payment = about)
         or kind = 'finding.not-listed' and exists (
           select from qrcodes_payment p where p.provider = qrcodes_finding.provider and p.payment = about
             and (p.state = 'exception' or p.denied_at is not null or p.trusted_at is not null and not p.is_confirmed)))
       and (created_at, id) > ($1::timestamptz, $2::bigint) order by created_at, id limit $3`,
    [...afterOf(page, leastId.number), page.limit],
  )
}

/** Findings together with how they were closed. */
export async function findFinding(
  on: Queryable,
  id: string,
): Promise<(Finding & { closedAt: Date | null }) | null> {
  const rows = await on.query<Finding & { closedAt: Date | null }>(
    `select ${findingColumns}, closed_at as "closedAt" from qrcodes_finding where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** With the member whose code it was paid for. */
export type OwnedPayment = Payment & { memberId: string | null; isUnanswered: boolean }

const ownedColumns = `${paymentColumns}, exists (
    select from qrcodes_finding f where f.provider = qrcodes_payment.provider and f.about = payment
      and f.kind = 'finding.unanswered') as "isUnanswered",
  (select member_id from qrcodes_code c where c.id = code) as "memberId"`

/** Payments that cannot be booked, and those in a wallet that their gateway has not confirmed, oldest first. */
export function listPaymentPage(on: Queryable, page: Page): Promise<OwnedPayment[]> {
  return on.query<OwnedPayment>(
    `select ${ownedColumns} from qrcodes_payment
     where (state = 'exception' or state = 'settled' and trusted_at is not null and not is_confirmed)
       and (created_at, provider || ':' || payment) > ($1::timestamptz, $2::text)
     order by created_at, provider || ':' || payment limit $3`,
    [...afterOf(page, leastId.text), page.limit],
  )
}

export async function findPayment(
  on: Queryable,
  { provider, payment }: PaymentKey,
): Promise<OwnedPayment | null> {
  const rows = await on.query<OwnedPayment>(
    `select ${ownedColumns} from qrcodes_payment where provider = $1 and payment = $2`,
    [provider, payment],
  )
  return rows[0] ?? null
}

import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList } from '#core/jobs/sweep/due-store.ts'
import type { GatewayPayment } from '#outside/gateways/client.ts'
import { paymentColumns, type PaymentKey, type Payment } from './payment-store.ts'

const trustLock = 4_011_031

/** Serializes credits on a gateway's messages, so that concurrent ones cannot exceed its bound together. */
export async function lockTrust(tx: Tx, provider: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [trustLock, provider])
}

/**
 * Trusts a payment on its gateway's message alone; callers must hold `lockTrust`. Null if all unproven payments
 * together would exceed `max`, or if the gateway was asked about any payment and did not know it.
 */
export async function setTrusted(
  tx: Tx,
  { provider, payment }: PaymentKey,
  { money: { amount, currency }, max, at }: { money: Money; max: bigint; at: Date },
): Promise<Payment | null> {
  const rows = await tx.query<Payment>(
    `update qrcodes_payment p
     set is_decided = true, trusted_at = coalesce(trusted_at, $5), asks_on = true, why = null, state = 'received',
       next_at = case state when 'exception' then $5 else next_at end
     where provider = $1 and payment = $2 and amount = $3 and currency = $4 and state in ('received', 'exception')
       and (is_confirmed or trusted_at is not null or (
         not exists (select from qrcodes_payment d where d.provider = $1 and d.denied_at is not null and not d.is_confirmed)
         and $6 >= $3 + (select coalesce(sum(o.amount), 0) from qrcodes_payment o
           where o.provider = $1 and o.trusted_at is not null and not o.is_confirmed)))
     returning ${paymentColumns}`,
    [provider, payment, amount, currency, at, max],
  )
  return rows[0] ?? null
}

/** What the gateway stated when asked replaces what was reported, as far as it stated it. */
const setStated = `paid_at = $6, payer_bank = coalesce($7, payer_bank), payer_account = coalesce($8, payer_account),
  payer_name = coalesce($9, payer_name), transfer_bank = case when $11::text is null then transfer_bank else $10 end,
  transfer_reference = coalesce($11, transfer_reference)`

/** The first eleven values of a statement with `setStated`. */
function valuesOf(
  { provider, payment }: PaymentKey,
  { reference, money, paidAt, payer, transfer }: GatewayPayment,
): unknown[] {
  return [
    provider,
    payment,
    reference,
    money?.amount ?? null,
    money?.currency ?? null,
    paidAt,
    payer.bank ?? null,
    payer.account ?? null,
    payer.name ?? null,
    transfer?.bank ?? null,
    transfer?.reference ?? null,
  ]
}

/**
 * The gateway confirms the reported payment when asked: its time and payer replace the reported ones. Null if it
 * differs, or is decided.
 */
export async function setConfirmed(
  on: Queryable,
  named: PaymentKey,
  stated: GatewayPayment,
): Promise<Payment | null> {
  const rows = await on.query<Payment>(
    `update qrcodes_payment set is_confirmed = true, ${setStated}
     where provider = $1 and payment = $2 and reference = $3 and amount = $4 and currency = $5
       and state in ('received', 'exception') and not is_decided
     returning ${paymentColumns}`,
    valuesOf(named, stated),
  )
  return rows[0] ?? null
}

/**
 * Replaces the reported amount by the one the gateway states when asked, if the code asks for that. Null if it does
 * not, if the gateway has stated another amount before, or if the payment is decided or ended.
 */
export async function setAmended(
  on: Queryable,
  named: PaymentKey,
  stated: GatewayPayment,
): Promise<Payment | null> {
  const rows = await on.query<Payment>(
    `update qrcodes_payment p
     set amount = $4, currency = $5, amount_text = $12, is_confirmed = true, why = null, ${setStated}
     where provider = $1 and payment = $2 and reference = $3
       and state in ('received', 'exception') and not is_decided and (not is_confirmed or amount is null)
       and exists (select from qrcodes_code c where c.id = p.code and c.amount = $4 and c.currency = $5)
     returning ${paymentColumns}`,
    [...valuesOf(named, stated), stated.amountText],
  )
  return rows[0] ?? null
}

/** The gateway was asked and does not know the payment; the first time is kept. */
export async function setDenied(
  on: Queryable,
  { provider, payment }: PaymentKey,
  at: Date,
): Promise<void> {
  await on.query(
    `update qrcodes_payment set denied_at = coalesce(denied_at, $3)
     where provider = $1 and payment = $2 and not is_confirmed and state <> 'refused'`,
    [provider, payment, at],
  )
}

/**
 * The gateway confirmed a payment that was booked on its message, or an operator found it. True if it was not proven
 * before.
 */
export async function setProven(
  on: Queryable,
  { provider, payment }: PaymentKey,
): Promise<boolean> {
  const rows = await on.query(
    `update qrcodes_payment set is_confirmed = true, asks_on = false, why = null
     where provider = $1 and payment = $2 and trusted_at is not null and not is_confirmed returning 1`,
    [provider, payment],
  )
  return rows.length > 0
}

/** An operator has ended it: no money came, and the credit is taken back. */
export async function setWrittenOff(
  on: Queryable,
  { provider, payment }: PaymentKey,
  why: string,
): Promise<void> {
  await on.query(
    `update qrcodes_payment set trusted_at = null, denied_at = null, asks_on = false, why = $3
     where provider = $1 and payment = $2`,
    [provider, payment, why],
  )
}

/** From here on only an operator decides. */
export async function stopAsking(
  on: Queryable,
  { provider, payment }: PaymentKey,
  why: string,
): Promise<void> {
  await on.query(
    'update qrcodes_payment set asks_on = false, why = $3 where provider = $1 and payment = $2',
    [provider, payment, why],
  )
}

/** Payments booked on a message alone, or handed to operators because the gateway was silent: still asked about. */
export const dueProofs = dueList({
  table: 'qrcodes_payment',
  id: "(provider || ':' || payment)",
  party: 'provider',
  isOpen: "asks_on and state in ('settled', 'exception')",
})

/** Whether a member has been credited with an unproven payment. */
export async function hasUnproven(on: Queryable, memberId: string): Promise<boolean> {
  const [row] = await on.query<{ has: boolean }>('select qrcodes_unproven($1) as has', [memberId])
  return row!.has
}

/** Whether a deposit is in its member's wallet, or may still get there. */
export async function isStanding(on: Queryable, deposit: string): Promise<boolean> {
  const [row] = await on.query<{ stands: boolean }>('select qrcodes_stands($1) as stands', [
    deposit,
  ])
  return row!.stands
}

export type Trust = { provider: string; currency: Currency; unproven: bigint; denied: number }

/** For each gateway, the sum booked on its messages alone, and the number of payments it does not know. */
export function readTrust(on: Queryable): Promise<Trust[]> {
  return on.query<Trust>(
    `select provider, coalesce(currency, 'BAHT') as currency,
       coalesce(sum(amount) filter (where trusted_at is not null), 0)::bigint as unproven,
       count(*) filter (where denied_at is not null)::int as denied
     from qrcodes_payment where not is_confirmed and (trusted_at is not null or denied_at is not null)
     group by 1, 2 order by 1, 2`,
  )
}

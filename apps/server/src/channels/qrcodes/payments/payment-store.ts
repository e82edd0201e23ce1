import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'
import type { Due } from '#core/jobs/sweep/open-work.ts'
import type { GatewayPayment } from '#outside/gateways/client.ts'

export type Payment = {
  provider: string
  payment: string
  reference: string
  code: string | null
  transferBank: string | null
  transferReference: string | null
  amount: bigint | null
  currency: Currency | null
  amountText: string
  paidAt: Date
  payerBank: string | null
  payerAccount: string | null
  payerName: string | null
  isConfirmed: boolean
  /** The amount is final: the gateway is not asked about it any more. */
  isDecided: boolean
  state: 'received' | 'settled' | 'exception' | 'refused'
  why: string | null
  deposit: string | null
  /** Since when it is booked on its gateway's message alone, unless it has been confirmed since. */
  trustedAt: Date | null
  /** Since when its gateway, asked, does not know it. */
  deniedAt: Date | null
  tries: number
  createdAt: Date
}

/** For every store that reads payments. */
export const paymentColumns = `provider, payment, reference, code, transfer_bank as "transferBank", transfer_reference as "transferReference", amount,
  currency, amount_text as "amountText", paid_at as "paidAt", payer_bank as "payerBank", payer_account as "payerAccount", payer_name as "payerName",
  is_confirmed as "isConfirmed", is_decided as "isDecided", state, why, deposit,
  trusted_at as "trustedAt", denied_at as "deniedAt", tries, created_at as "createdAt"`

export type PaymentKey = { provider: string; payment: string }

export function moneyOf({ amount, currency }: Payment): Money | null {
  return amount === null || currency === null ? null : { amount, currency }
}

/** In a wallet on its gateway's message alone. */
export function isUnproven({ state, trustedAt, isConfirmed }: Payment): boolean {
  return state === 'settled' && trustedAt !== null && !isConfirmed
}

/** Until then the process that received the report handles it. */
const ownedMs = 30_000

/** Records a reported payment once; a repeated report returns the first record. */
export async function notePayment(
  on: Queryable,
  {
    provider,
    paid,
    isConfirmed,
    at,
  }: { provider: string; paid: GatewayPayment; isConfirmed: boolean; at: Date },
): Promise<Payment> {
  const { payment, reference, transfer, money, amountText, paidAt, payer } = paid
  const rows = await on.query<Payment>(
    `insert into qrcodes_payment as known (provider, payment, reference, code, transfer_bank, transfer_reference, amount, currency, amount_text,
       paid_at, payer_bank, payer_account, payer_name, is_confirmed, state, created_at, next_at)
     values ($1, $2, $3, (select id from qrcodes_code where reference = $3 and provider = $1), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       'received', $14, $15)
     on conflict (provider, payment) do update set payment = known.payment
     returning ${paymentColumns}`,
    [
      provider,
      payment,
      reference,
      transfer?.bank ?? null,
      transfer?.reference ?? null,
      money?.amount ?? null,
      money?.currency ?? null,
      amountText,
      paidAt,
      payer.bank ?? null,
      payer.account ?? null,
      payer.name ?? null,
      isConfirmed,
      at,
      new Date(at.getTime() + ownedMs),
    ],
  )
  return rows[0]!
}

export async function findPayment(
  on: Queryable,
  { provider, payment }: PaymentKey,
): Promise<Payment | null> {
  const rows = await on.query<Payment>(
    `select ${paymentColumns} from qrcodes_payment where provider = $1 and payment = $2`,
    [provider, payment],
  )
  return rows[0] ?? null
}

/** From here the payment can only go to the ledger. False if its amount has changed, or it has ended. */
export async function setDecided(
  on: Queryable,
  { provider, payment }: PaymentKey,
  { money: { amount, currency }, at }: { money: Money; at: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update qrcodes_payment
     set is_decided = true, asks_on = false, why = null, next_at = case state when 'exception' then $5 else next_at end, state = 'received'
     where provider = $1 and payment = $2 and amount = $3 and currency = $4 and state in ('received', 'exception')
     returning 1`,
    [provider, payment, amount, currency, at],
  )
  return rows.length > 0
}

/**
 * Locks every payment of this name until the transaction ends: a process about to book one waits for the decision.
 */
export function lockPayments(
  tx: Tx,
  { provider, payment }: { provider: string | null; payment: string },
): Promise<Payment[]> {
  return tx.query<Payment>(
    `select ${paymentColumns} from qrcodes_payment
     where payment = $2 and provider = coalesce($1, provider) order by provider for no key update`,
    [provider, payment],
  )
}

/** The amount that an operator found at the gateway; callers must hold the payment's lock. */
export async function setReceived(
  tx: Tx,
  { provider, payment }: PaymentKey,
  { money: { amount, currency }, at }: { money: Money; at: Date },
): Promise<void> {
  await tx.query(
    `update qrcodes_payment set state = 'received', is_decided = true, asks_on = false, amount = $3, currency = $4, why = null, next_at = $5
     where provider = $1 and payment = $2`,
    [provider, payment, amount, currency, at],
  )
}

/** Callers must hold the payment's lock. The amount is cleared, so that no version of the server books it. */
export async function setRefused(
  tx: Tx,
  { provider, payment }: PaymentKey,
  why: string,
): Promise<void> {
  await tx.query(
    `update qrcodes_payment set state = 'refused', amount = null, currency = null, asks_on = false, denied_at = null, why = $3
     where provider = $1 and payment = $2`,
    [provider, payment, why],
  )
}

export async function setSettled(
  on: Queryable,
  { provider, payment }: PaymentKey,
  { deposit, at }: { deposit: string; at: Date },
): Promise<void> {
  await on.query(
    `update qrcodes_payment set state = 'settled', deposit = $3, settled_at = $4, why = null
     where provider = $1 and payment = $2 and state <> 'settled'`,
    [provider, payment, deposit, at],
  )
}

export async function setException(
  on: Queryable,
  { provider, payment }: PaymentKey,
  { why, asksOn }: { why: string; asksOn: boolean },
): Promise<void> {
  await on.query(
    `update qrcodes_payment set state = 'exception', why = $3, asks_on = $4
     where provider = $1 and payment = $2 and state in ('received', 'exception') and not is_decided`,
    [provider, payment, why, asksOn],
  )
}

/** Records why it waits, and retries once the reporting request is over; later the sweeper sets the time. */
export async function setWaiting(
  on: Queryable,
  { provider, payment }: PaymentKey,
  { why, nextAt }: { why: string; nextAt: Date },
): Promise<void> {
  await on.query(
    `update qrcodes_payment set why = $3, next_at = case tries when 0 then least(next_at, $4) else next_at end
     where provider = $1 and payment = $2 and state = 'received' and not is_decided`,
    [provider, payment, why, nextAt],
  )
}

/** Recorded and not settled. */
export const duePayments = dueList({
  table: 'qrcodes_payment',
  id: "(provider || ':' || payment)",
  party: 'provider',
  isOpen: "state = 'received'",
})

/** The payment that a row of the list names. */
export function paymentOf({ id, party }: Due): PaymentKey {
  return { provider: party, payment: id.slice(party.length + 1) }
}

/** Of several sweepers one gets it, and each retry is later, but at most half a minute: a member waits. */
export async function claimPayment(
  on: Queryable,
  { provider, payment }: PaymentKey,
  at: Date,
): Promise<Payment | null> {
  const rows = await on.query<Payment>(
    `update qrcodes_payment
     set tries = tries + 1, next_at = ${nextTrySql('$3', { firstSeconds: 5, maxSeconds: 30 })}
     where provider = $1 and payment = $2 and (state = 'received' or asks_on) and next_at <= $3 returning ${paymentColumns}`,
    [provider, payment, at],
  )
  return rows[0] ?? null
}

/** The payments of one gateway paid in this time, by its clock or by receipt here, in any state. */
export function listPaidBetween(
  on: Queryable,
  provider: string,
  { from, to }: { from: Date; to: Date },
): Promise<Payment[]> {
  return on.query<Payment>(
    `select ${paymentColumns} from qrcodes_payment where provider = $1 and ((paid_at >= $2 and paid_at < $3) or (created_at >= $2 and created_at < $3))`,
    [provider, from, to],
  )
}

/** False for an event that came before with a different body. */
export async function noteEvent(
  on: Queryable,
  event: { provider: string; eventId: string; fingerprint: string; at: Date },
): Promise<boolean> {
  const { provider, eventId, fingerprint, at } = event
  const fresh = await on.query(
    `insert into qrcodes_event (provider, event_id, fingerprint, received_at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [provider, eventId, fingerprint, at],
  )
  if (fresh.length > 0) return true
  const same = await on.query(
    'select from qrcodes_event where provider = $1 and event_id = $2 and fingerprint = $3',
    [provider, eventId, fingerprint],
  )
  return same.length > 0
}

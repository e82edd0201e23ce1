import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable } from '#core/db.ts'
import type { Paid } from '#outside/gateways/client.ts'

export type Payment = {
  provider: string
  payment: string
  reference: string
  code: string | null
  transferBank: string | null
  transferReference: string | null
  amount: bigint | null
  currency: Currency | null
  told: string
  paidAt: Date
  payerBank: string | null
  payerAccount: string | null
  payerName: string | null
  isConfirmed: boolean
  state: 'received' | 'settled' | 'exception'
  why: string | null
  deposit: string | null
  tries: number
  createdAt: Date
}

const columns = `provider, payment, reference, code, transfer_bank as "transferBank", transfer_reference as "transferReference", amount,
  currency, told, paid_at as "paidAt", payer_bank as "payerBank", payer_account as "payerAccount", payer_name as "payerName",
  is_confirmed as "isConfirmed", state, why, deposit, tries, created_at as "createdAt"`

export type Named = { provider: string; payment: string }

export function moneyOf({ amount, currency }: Payment): Money | null {
  return amount === null || currency === null ? null : { amount, currency }
}

/** Keeps what was told, once; told again it is what it was the first time, but may have been confirmed since. */
export async function notePayment(
  on: Queryable,
  {
    provider,
    paid,
    isConfirmed,
    at,
  }: { provider: string; paid: Paid; isConfirmed: boolean; at: Date },
): Promise<Payment> {
  const { payment, reference, transfer, money, told, paidAt, payer } = paid
  const rows = await on.query<Payment>(
    `insert into qrcodes_payment as known (provider, payment, reference, code, transfer_bank, transfer_reference, amount, currency, told,
       paid_at, payer_bank, payer_account, payer_name, is_confirmed, state, created_at, next_at)
     values ($1, $2, $3, (select id from qrcodes_code where reference = $3 and provider = $1), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       'received', $14, $14)
     on conflict (provider, payment) do update
       set is_confirmed = known.is_confirmed or (excluded.is_confirmed and known.reference = excluded.reference
         and known.amount is not distinct from excluded.amount and known.currency is not distinct from excluded.currency)
     returning ${columns}`,
    [
      provider,
      payment,
      reference,
      transfer?.bank ?? null,
      transfer?.reference ?? null,
      money?.amount ?? null,
      money?.currency ?? null,
      told,
      paidAt,
      payer.bank ?? null,
      payer.account ?? null,
      payer.name ?? null,
      isConfirmed,
      at,
    ],
  )
  return rows[0]!
}

export async function setConfirmed(on: Queryable, { provider, payment }: Named): Promise<void> {
  await on.query(
    'update qrcodes_payment set is_confirmed = true where provider = $1 and payment = $2',
    [provider, payment],
  )
}

export async function setSettled(
  on: Queryable,
  { provider, payment }: Named,
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
  { provider, payment }: Named,
  why: string,
): Promise<void> {
  await on.query(
    `update qrcodes_payment set state = 'exception', why = $3
     where provider = $1 and payment = $2 and state = 'received'`,
    [provider, payment, why],
  )
}

export async function setWaiting(
  on: Queryable,
  { provider, payment }: Named,
  why: string,
): Promise<void> {
  await on.query(
    `update qrcodes_payment set why = $3 where provider = $1 and payment = $2 and state = 'received'`,
    [provider, payment, why],
  )
}

export function listDuePayments(on: Queryable, at: Date, limit: number): Promise<Named[]> {
  return on.query<Named>(
    `select provider, payment from qrcodes_payment where state = 'received' and next_at <= $1
     order by next_at limit $2`,
    [at, limit],
  )
}

/** Of several sweepers one gets it, and each next time is later. */
export async function claimPayment(
  on: Queryable,
  { provider, payment }: Named,
  at: Date,
): Promise<Payment | null> {
  const rows = await on.query<Payment>(
    `update qrcodes_payment
     set tries = tries + 1, next_at = $3::timestamptz + least(5 * 2 ^ least(tries, 6), 120) * interval '1 second'
     where provider = $1 and payment = $2 and state = 'received' and next_at <= $3 returning ${columns}`,
    [provider, payment, at],
  )
  return rows[0] ?? null
}

/** Those of one gateway that were paid in a time, however they stand. */
export function listPaidBetween(
  on: Queryable,
  provider: string,
  { from, to }: { from: Date; to: Date },
): Promise<Payment[]> {
  return on.query<Payment>(
    `select ${columns} from qrcodes_payment where provider = $1 and paid_at >= $2 and paid_at < $3`,
    [provider, from, to],
  )
}

/** Those that are not in the ledger yet, oldest first. */
export function listUnsettled(on: Queryable, limit: number): Promise<Payment[]> {
  return on.query<Payment>(
    `select ${columns} from qrcodes_payment where state <> 'settled' order by created_at limit $1`,
    [limit],
  )
}

/** False for an event that came before with other words. */
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

export type Finding = {
  id: bigint
  provider: string
  about: string
  what: string
  createdAt: Date
}

/** The same words about the same thing are one finding. */
export async function noteFinding(
  on: Queryable,
  { provider, about, what, at }: { provider: string; about: string; what: string; at: Date },
): Promise<void> {
  await on.query(
    `insert into qrcodes_finding (provider, about, what, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [provider, about, what, at],
  )
}

export function listFindings(on: Queryable, limit: number): Promise<Finding[]> {
  return on.query<Finding>(
    `select id, provider, about, what, created_at as "createdAt" from qrcodes_finding
     where closed_at is null order by created_at, id limit $1`,
    [limit],
  )
}

/** Null when there is no such finding, or somebody has closed it. */
export async function closeFinding(
  on: Queryable,
  id: bigint,
  { why, at }: { why: string; at: Date },
): Promise<Finding | null> {
  const rows = await on.query<Finding>(
    `update qrcodes_finding set closed_at = $2, closed_why = $3 where id = $1 and closed_at is null
     returning id, provider, about, what, created_at as "createdAt"`,
    [id, at, why],
  )
  return rows[0] ?? null
}

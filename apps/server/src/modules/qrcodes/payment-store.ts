import type { Currency, Money } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db.ts'
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
  /** The amount is the one that is booked: nobody is asked about it any more. */
  isDecided: boolean
  state: 'received' | 'settled' | 'exception' | 'refused'
  why: string | null
  deposit: string | null
  tries: number
  createdAt: Date
}

const columns = `provider, payment, reference, code, transfer_bank as "transferBank", transfer_reference as "transferReference", amount,
  currency, told, paid_at as "paidAt", payer_bank as "payerBank", payer_account as "payerAccount", payer_name as "payerName",
  is_confirmed as "isConfirmed", is_decided as "isDecided", state, why, deposit, tries, created_at as "createdAt"`

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

export async function setConfirmed(
  on: Queryable,
  { provider, payment }: Named,
  { amount, currency }: Money,
): Promise<void> {
  await on.query(
    `update qrcodes_payment set is_confirmed = true
     where provider = $1 and payment = $2 and amount = $3 and currency = $4`,
    [provider, payment, amount, currency],
  )
}

/**
 * Puts what they say when asked in the place of what they told before, if it is what the code asks for. Null where that does
 * not hold, where they have said something else when asked, or where it is decided or ended already.
 */
export async function setAmended(
  on: Queryable,
  { provider, payment }: Named,
  { reference, money, told, paidAt, payer, transfer }: Paid,
): Promise<Payment | null> {
  const rows = await on.query<Payment>(
    `update qrcodes_payment p
     set amount = $4, currency = $5, told = $6, paid_at = $7, is_confirmed = true, why = null,
       payer_bank = coalesce($8, payer_bank), payer_account = coalesce($9, payer_account), payer_name = coalesce($10, payer_name),
       transfer_bank = case when $12::text is null then transfer_bank else $11 end,
       transfer_reference = coalesce($12, transfer_reference)
     where provider = $1 and payment = $2 and reference = $3
       and state in ('received', 'exception') and not is_decided and (not is_confirmed or amount is null)
       and exists (select from qrcodes_code c where c.id = p.code and c.amount = $4 and c.currency = $5)
     returning ${columns}`,
    [
      provider,
      payment,
      reference,
      money?.amount ?? null,
      money?.currency ?? null,
      told,
      paidAt,
      payer.bank ?? null,
      payer.account ?? null,
      payer.name ?? null,
      transfer?.bank ?? null,
      transfer?.reference ?? null,
    ],
  )
  return rows[0] ?? null
}

/** From here it only goes to the ledger. False where the amount is another by now, or it has ended. */
export async function setDecided(
  on: Queryable,
  { provider, payment }: Named,
  { money: { amount, currency }, at }: { money: Money; at: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update qrcodes_payment
     set is_decided = true, why = null, next_at = case state when 'exception' then $5 else next_at end, state = 'received'
     where provider = $1 and payment = $2 and amount = $3 and currency = $4 and state in ('received', 'exception')
     returning 1`,
    [provider, payment, amount, currency, at],
  )
  return rows.length > 0
}

/** Every payment of this name, held until the transaction ends: whoever is about to book one waits for what is decided. */
export function lockPayments(
  tx: Tx,
  { provider, payment }: { provider: string | null; payment: string },
): Promise<Payment[]> {
  return tx.query<Payment>(
    `select ${columns} from qrcodes_payment
     where payment = $2 and provider = coalesce($1, provider) order by provider for no key update`,
    [provider, payment],
  )
}

/** What a person has found that the gateway received; behind the payment's own lock. */
export async function setReceived(
  tx: Tx,
  { provider, payment }: Named,
  { money: { amount, currency }, at }: { money: Money; at: Date },
): Promise<void> {
  await tx.query(
    `update qrcodes_payment set state = 'received', is_decided = true, amount = $3, currency = $4, why = null, next_at = $5
     where provider = $1 and payment = $2`,
    [provider, payment, amount, currency, at],
  )
}

/** Behind the payment's own lock. It is left with no amount, which no version of the server books. */
export async function setRefused(tx: Tx, { provider, payment }: Named, why: string): Promise<void> {
  await tx.query(
    `update qrcodes_payment set state = 'refused', amount = null, currency = null, why = $3
     where provider = $1 and payment = $2`,
    [provider, payment, why],
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
     where provider = $1 and payment = $2 and state = 'received' and not is_decided`,
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
    `select ${columns} from qrcodes_payment where state in ('received', 'exception') order by created_at limit $1`,
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

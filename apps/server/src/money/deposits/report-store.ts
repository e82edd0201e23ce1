import type { Currency } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { Arrival, Channel, SuspenseComparison } from '#outside/arrival.ts'
import type { PaidFrom } from '#outside/bank/payer.ts'
import { reportedFieldsOf } from './settle-store.ts'

export type DepositReport = {
  channel: Channel
  eventId: string
  deposit: string
  amount: bigint
  currency: Currency
  paidAt: Date
  /** Another amount, currency or account than what was booked. */
  differs: boolean
  /** Another payer than the member who was credited. */
  isOtherPayer: boolean
  createdAt: Date
  /** Whom this report names, as far as it shows. */
  payerBank: string | null
  payerAccount: string | null
  payerName: string | null
}

export const reportColumns = `channel, event_id as "eventId", deposit, amount, currency, paid_at as "paidAt", differs,
  other_payer as "isOtherPayer", created_at as "createdAt", payer_bank as "payerBank", payer_account as "payerAccount",
  payer_name as "payerName"`

export function listDepositReports(on: Queryable, deposit: string): Promise<DepositReport[]> {
  return on.query<DepositReport>(
    `select ${reportColumns} from deposits_report where deposit = $1 order by created_at, channel, event_id`,
    [deposit],
  )
}

const contradicting = '(r.differs or r.other_payer) and r.seen_at is null'

/** Reports that contradict what a member was credited with, and that nobody has cleared up. */
export function listContradicting(
  on: Queryable,
  memberId: string,
  limit: number,
): Promise<Pick<DepositReport, 'channel' | 'eventId'>[]> {
  return on.query(
    `select r.channel, r.event_id as "eventId" from deposits_report r join deposits_deposit d on d.id = r.deposit
     where ${contradicting} and d.member_id = $1 order by r.created_at, r.channel, r.event_id limit $2`,
    [memberId, limit],
  )
}

/** What reports contradict of a credit that was taken back is cleared up with it. */
export async function setContradictingSeen(
  tx: Tx,
  { deposit, by, at }: { deposit: string; by: string; at: Date },
): Promise<void> {
  await tx.query(
    `update deposits_report r set seen_at = $3, seen_by = $2 where ${contradicting} and r.deposit = $1`,
    [deposit, by, at],
  )
}

/** The unassigned suspended deposit that an arrival at this account reports, whichever channel reported it first. */
export async function findUnplaced(
  on: Queryable,
  arrival: Arrival,
  house: bigint,
): Promise<SuspenseComparison | null> {
  const [row] = await on.query<{
    id: string
    bank: string | null
    account: string | null
    name: string | null
  }>(
    `select id, payer_bank as bank, payer_account as account, payer_name as name
     from deposits_find(jsonb_populate_record(null::deposits_arrival, $1::jsonb), $2)
     where state = 'suspended' and member_id is null`,
    [JSON.stringify(reportedFieldsOf(arrival)), house],
  )
  if (!row) return null
  const { id, bank, account, name } = row
  const payer = { bank: bank ?? undefined, account: account ?? undefined, name: name ?? undefined }
  return { id, payer }
}

/**
 * Those of these members who were credited with money from what is shown of a payer: the same bank and digits, and,
 * where a name is shown, the same name.
 */
export async function findPaidBefore(
  on: Queryable,
  members: readonly string[],
  { bank, tail, name }: PaidFrom,
): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    `select m.id from unnest($1::text[]) as m (id)
     where exists (select from deposits_deposit d
       where d.member_id = m.id and d.state = 'credited' and d.house_kind = 'bank' and right(d.payer_account, length($3)) = $3
         and ($2::text is null or d.payer_bank = $2) and ($4::text is null or d.payer_name = $4))`,
    [members, bank, tail, name],
  )
  return rows.map(({ id }) => id)
}

/** Whether a report of it says another sum, currency or account than was booked, seen by a person or not. */
export async function hasDifferingReport(on: Queryable, deposit: string): Promise<boolean> {
  const rows = await on.query(
    'select from deposits_report where deposit = $1 and differs limit 1',
    [deposit],
  )
  return rows.length > 0
}

/** How many slips of different members show each of these deposits. */
export async function countShown(
  on: Queryable,
  deposits: readonly string[],
): Promise<Map<string, number>> {
  const rows = await on.query<{ deposit: string; count: number }>(
    `select deposit, count(*)::int as count from deposits_report
     where channel = 'slip' and deposit = any ($1::uuid[]) group by deposit`,
    [deposits],
  )
  return new Map(rows.map(({ deposit, count }) => [deposit, count]))
}

/**
 * The deposit at an account under a transfer's reference, whichever bank the reference names, that is in a wallet or
 * in suspense.
 */
export async function findByTransfer(
  on: Queryable,
  { reference, party, amount }: { reference: string; party: string; amount: bigint },
): Promise<string | null> {
  const [row] = await on.query<{ id: string }>(
    `select d.id from deposits_reference r join deposits_deposit d on d.id = r.deposit
     where r.reference like 'transfer:%' and deposits_transfer(r.reference) = deposits_transfer($1)
       and d.house_kind = 'bank' and d.house_party = $2 and d.amount = $3 and d.state in ('credited', 'suspended')
     order by d.created_at, d.id limit 1`,
    [reference, party, amount],
  )
  return row?.id ?? null
}

/** False if it was recorded before, or if an operator has matched the money. */
export async function setOtherPayer(
  on: Queryable,
  { channel, eventId }: Pick<DepositReport, 'channel' | 'eventId'>,
): Promise<boolean> {
  const rows = await on.query(
    `update deposits_report s set other_payer = true from deposits_deposit d
     where s.channel = $1 and s.event_id = $2 and not s.other_payer and d.id = s.deposit and d.state = 'credited' and d.note is null
     returning 1`,
    [channel, eventId],
  )
  return rows.length > 0
}

export async function listReferences(on: Queryable, deposit: string): Promise<string[]> {
  const rows = await on.query<{ reference: string }>(
    'select reference from deposits_reference where deposit = $1 order by reference',
    [deposit],
  )
  return rows.map(({ reference }) => reference)
}

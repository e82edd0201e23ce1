import type { Queryable } from '#core/db/db.ts'
import type { Deposit } from './store.ts'

/** A deposit, with every reference that it goes by. */
export type BookedDeposit = { id: string; amount: bigint; paidAt: Date; references: string[] }

const bookedColumns = `d.id, d.amount, d.paid_at as "paidAt", array(
  select r.reference from deposits_reference r where r.deposit = d.id order by r.reference) as references`

/** Bounds both the writer's clock and the database's, which no terminal can set. */
const bookedThen = `(d.created_at >= $1 and d.created_at < $2 or d.noted_at >= $1 and d.noted_at < $2)`

/** The new row of money that was taken back is no second transfer; the first row has its references. */
const isFirstLife = `not exists (
  select from deposits_report s where s.deposit = d.id and s.channel = 'manual' and s.event_id like 'taken:%')`

/**
 * Deposits at one of the operator's accounts by time paid, with every reference each goes by; for comparison with the
 * bank's own list.
 */
export function listArrived(
  on: Queryable,
  { house, from, to }: { house: bigint; from: Date; to: Date },
): Promise<(BookedDeposit & { memberId: string | null; isReported: boolean })[]> {
  return on.query(
    `select ${bookedColumns}, d.member_id as "memberId",
       exists (select from deposits_report s where s.deposit = d.id and s.channel = 'bank') as "isReported"
     from deposits_deposit d
     where d.house_account = $1 and d.paid_at >= $2 and d.paid_at < $3 and ${isFirstLife}
     order by d.paid_at, d.id`,
    [house, from, to],
  )
}

/**
 * Deposits booked at one of the operator's accounts in this time that claim another one, so that a comparison of this
 * time with the bank's list would miss them.
 */
export function listBookedElsewhen(
  on: Queryable,
  { house, from, to }: { house: bigint; from: Date; to: Date },
): Promise<BookedDeposit[]> {
  return on.query<BookedDeposit>(
    `select ${bookedColumns} from deposits_deposit d
     where ${bookedThen} and d.house_account = $3 and (d.paid_at < $1 or d.paid_at >= $2) and ${isFirstLife}
     order by d.paid_at, d.id limit 1000`,
    [from, to, house],
  )
}

/** Deposits booked in this time at bank accounts that are not the operator's and so are compared with no bank. */
export function listUncompared(
  on: Queryable,
  { parties, from, to }: { parties: readonly string[]; from: Date; to: Date },
): Promise<
  (Pick<BookedDeposit, 'id' | 'amount'> & Pick<Deposit, 'currency'> & { party: string })[]
> {
  return on.query(
    `select d.id, d.amount, d.currency, d.house_party as party from deposits_deposit d
     where ${bookedThen} and d.house_kind = 'bank' and not d.house_party = any ($3::text[]) and ${isFirstLife}
     order by d.house_party, d.id limit 1000`,
    [from, to, parties],
  )
}

/** A transfer that a bank, its SMS or a slip has reported. */
export type ReportedTransfer = Pick<
  Deposit,
  | 'id'
  | 'houseParty'
  | 'amount'
  | 'currency'
  | 'payerBank'
  | 'payerAccount'
  | 'payerName'
  | 'paidAt'
> & { reference: string | null }

const reportedMax = 1_000

/** What banks have reported since then, in the order in which it was paid; what only a person has said is not among it. */
export function listReported(on: Queryable, since: Date): Promise<ReportedTransfer[]> {
  return on.query<ReportedTransfer>(
    `select * from (
       select d.id, d.house_party as "houseParty", d.amount, d.currency, d.payer_bank as "payerBank",
         d.payer_account as "payerAccount", d.payer_name as "payerName", d.paid_at as "paidAt",
         (select r.reference from deposits_reference r
          where r.deposit = d.id and r.reference like 'transfer:%' order by r.reference limit 1) as reference
       from deposits_deposit d
       where d.house_kind = 'bank' and d.paid_at >= $1
         and exists (select from deposits_report s where s.deposit = d.id and s.channel in ('bank', 'sms', 'slip'))
       order by d.paid_at desc, d.id limit ${reportedMax}) as newest
     order by "paidAt", id`,
    [since],
  )
}

/** The sums that the suspense accounts must hold. */
export const suspendedSql = `
  select suspense_account as account, sum(amount)::bigint as amount
  from deposits_deposit where state in ('suspended', 'refused') group by suspense_account`

/** Every movement of a deposit that the ledger must have booked, by id and amount. */
export const bookedSql = `
  select ledger_leg(id, 1) as idem, amount from deposits_deposit
  union all
  select ledger_leg(id, 2), amount from deposits_deposit where state in ('credited', 'taken') and why is not null
  union all
  select ledger_leg(taken_by, 1), amount from deposits_deposit where state = 'taken'
  union all
  select ledger_leg(id, 3), amount from deposits_deposit where state = 'returned'`

/** Every reference and report belongs to a deposit, and every deposit has a report. */
export const depositCheckSql = `
  select r.reference as what, r.deposit from deposits_reference r where not exists (select from deposits_deposit d where d.id = r.deposit)
  union all
  select s.event_id, s.deposit from deposits_report s where not exists (select from deposits_deposit d where d.id = s.deposit)
  union all
  select d.id::text, d.id from deposits_deposit d where not exists (select from deposits_report s where s.deposit = d.id)
  limit 100`

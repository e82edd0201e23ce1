import type { Queryable } from '#core/db/db.ts'
import type { Withdrawal } from './store.ts'

/** What every member's transit account must hold: the sum of the open withdrawals. */
export const openHoldsSql = `
  select hold_account as account, sum(amount)::bigint as amount
  from withdrawals_withdrawal where state in ('held', 'approved', 'rejected', 'sent', 'unknown', 'exception') group by hold_account`

/** I14: a paid withdrawal left the transit account, and a returned one went back. */
export const endedBookedSql = `
  select ledger_leg(id, case when state = 'paid' then 2 else 3 end) as idem, amount
  from withdrawals_withdrawal where state in ('paid', 'returned')
  union all
  select ledger_leg(b.operation, n), w.amount
  from withdrawals_bounce b join withdrawals_withdrawal w on w.id = b.withdrawal, generate_series(1, 2) as n`

/** I14: never both. */
export const otherEndSql = `
  select ledger_leg(id, case when state = 'paid' then 3 else 2 end) as idem
  from withdrawals_withdrawal where state in ('paid', 'returned', 'failed')`

/** What one channel was sent in a period and has paid or may have, for the comparison with its report. */
export function listPayouts(
  on: Queryable,
  { channel, from, to }: { channel: string; from: Date; to: Date },
): Promise<(Pick<Withdrawal, 'id' | 'amount' | 'currency' | 'state'> & { isBounced: boolean })[]> {
  return on.query(
    `select id, amount, currency, state,
            exists (select from withdrawals_bounce b where b.withdrawal = id) as "isBounced"
     from withdrawals_withdrawal where channel = $1 and sent_at >= $2 and sent_at < $3 order by sent_at`,
    [channel, from, to],
  )
}

export type PaidOut = Pick<
  Withdrawal,
  'id' | 'channel' | 'amount' | 'currency' | 'bankCode' | 'bankAccountNo' | 'bankAccountName'
> & { sentAt: Date }

const paidMax = 1_000

/** What channels have paid since then and nobody has sent back, in that order. */
export function listPaid(on: Queryable, since: Date): Promise<PaidOut[]> {
  return on.query(
    `select * from (
       select id, channel, amount, currency, bank_code as "bankCode", bank_account_no as "bankAccountNo",
         bank_account_name as "bankAccountName", sent_at as "sentAt"
       from withdrawals_withdrawal
       where state = 'paid' and sent_at >= $1
         and not exists (select from withdrawals_bounce b where b.withdrawal = id)
       order by sent_at desc, id limit ${paidMax}) as newest
     order by "sentAt", id`,
    [since],
  )
}

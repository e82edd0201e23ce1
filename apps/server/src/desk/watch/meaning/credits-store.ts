import { hourMs } from '@kapao/contract/times'
import { textOfAmount, type MeaningQuestion } from './question.ts'

/** Deposits that one of these movements credited to a wallet. */
const credited = `
  with credited as (
    select d.* from ledger_movement m
    join deposits_deposit d on d.id between ledger_leg(m.idem, 0) and ledger_leg(m.idem, 255)
    where m.id > $1 and m.id <= $2 and m.kind in ('deposit', 'suspense_release') and d.state = 'credited')`

const proof = (deposit: string) => `jsonb_build_object(
  'deposit', ${deposit}.id, 'amount', ${textOfAmount(`${deposit}.amount`, `${deposit}.currency`)}, 'currency', ${deposit}.currency,
  'account', ${deposit}.house_party, 'paidAt', ${deposit}.paid_at, 'creditedAt', ${deposit}.settled_at, 'note', ${deposit}.note)`

/** One transfer that two channels reported, neither of which reports both, looks like two. */
const alike: MeaningQuestion = {
  name: 'meaning.credits-alike',
  afterMs: 0,
  sql: `${credited}
    select e.id || ' ' || d.id as key, d.member_id as "memberId", null as "otherId",
           'two credits of the same amount within a day that may be one transfer' as words,
           jsonb_build_object('one', ${proof('e')}, 'other', ${proof('d')}) as evidence
    from credited d join deposits_deposit e on e.member_id = d.member_id and e.state = 'credited' and e.id <> d.id
      and e.settled_at between d.settled_at - interval '1 day' and d.settled_at
      and e.house_account = d.house_account and e.amount = d.amount
      and (e.settled_at < d.settled_at or e.id < d.id)
    -- A channel that reports both shows that they are two; so do two references.
    where not exists (select from deposits_report s join deposits_report t using (channel)
                      where s.deposit = d.id and t.deposit = e.id)
      and not (exists (select from deposits_reference where deposit = d.id)
               and exists (select from deposits_reference where deposit = e.id))`,
}

/**
 * A report that cannot be genuine: a time far from now, or an account that is not ours. A message that is dated weeks
 * before it came waits for a person (`bankfeed/receive.ts`) and is listed as it arrives.
 */
const impossible: MeaningQuestion = {
  name: 'meaning.credit-impossible',
  afterMs: 0,
  sql: `${credited}, waiting as (
      select d.* from ledger_movement m join deposits_deposit d on d.id between ledger_leg(m.idem, 0) and ledger_leg(m.idem, 255)
      where m.id > $1 and m.id <= $2 and m.kind = 'suspense' and d.state = 'suspended' and d.why = 'late'
        and d.paid_at < d.created_at - interval '45 days'
    ), ours as (select value from settings_value where name = 'deposit.accounts')
    select d.id::text as key, d.member_id as "memberId", null as "otherId", w.words, ${proof('d')} as evidence
    from (select * from credited union all select * from waiting) d
      left join qrcodes_payment p on p.deposit = d.id left join qrcodes_code c on c.id = p.code, lateral (
      select case
        when d.paid_at > d.created_at + interval '10 minutes' then 'a credit with a payment time in the future'
        when d.state = 'suspended' then 'a message of money that is dated weeks before it came'
        when d.paid_at < d.created_at - interval '3 days' then 'a credit with a payment time days before its report'
        when p.paid_at < c.created_at - interval '5 minutes' then 'a credit of a payment that is older than its code'
        when d.house_kind = 'bank' and exists (select from ours)
          and not exists (select from ours, jsonb_array_elements(value) one
                          where one ->> 'bankCode' || ':' || (one ->> 'bankAccountNo') = d.house_party)
        then 'a credit of money to an account that is not ours' end as words) w
    where w.words is not null`,
}

/** A queried gateway must know the payment; its message alone is not enough. */
const unconfirmed: MeaningQuestion = {
  name: 'meaning.gateway-unconfirmed',
  afterMs: hourMs,
  sql: `${credited}
    select d.id::text as key, d.member_id as "memberId", null as "otherId",
           'a credit that a gateway reported and did not confirm for an hour' as words,
           ${proof('d')} || jsonb_build_object('provider', p.provider, 'payment', p.payment) as evidence
    from credited d join qrcodes_payment p on p.deposit = d.id
    where not p.is_confirmed`,
}

/** A manually booked credit must be in the bank's statement of its day. */
const unproven: MeaningQuestion = {
  name: 'meaning.credit-unproven',
  afterMs: 26 * hourMs,
  sql: `${credited}
    select d.id::text as key, d.member_id as "memberId", null as "otherId",
           'a credit that only an operator claimed; the bank statement does not confirm it' as words,
           ${proof('d')} as evidence
    from credited d
    where exists (select from deposits_report s where s.deposit = d.id and s.channel = 'manual')
      and not exists (select from deposits_report s where s.deposit = d.id and s.channel <> 'manual')
      and not exists (
        select from bankfeed_reconciled b
        where b.party = d.house_party and b.day = (d.paid_at at time zone 'Asia/Bangkok')::date and b.checked_at > d.paid_at
          and not exists (select from deposits_reference r where r.deposit = d.id
            and strpos(b.differences::text, split_part(r.reference, ':', -1)) > 0))`,
}

/** Checks of incoming money: its source, and whether it is possible. */
export const creditQuestions = [alike, impossible, unconfirmed, unproven]

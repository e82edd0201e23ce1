import { held } from './play-store.ts'
import { textOfAmount, type MeaningQuestion } from './question.ts'

/** An operator's changes to a member's money or bank account within a day before a withdrawal. */
export const touched: MeaningQuestion = {
  name: 'meaning.payout-after-touch',
  afterMs: 0,
  sql: `${held},
    about as (
      select h.idem, h.member, h.amount, h.currency, h.at, s.subject from held h, lateral (
        select h.member as subject
        union all
        select d.id::text from deposits_deposit d
          where d.member_id = h.member and d.state = 'credited' and d.settled_at between h.at - interval '1 day' and h.at
        union all
        select t.id::text from transfers_transfer t
          where t.member_id = h.member and t.created_at > h.at - interval '31 days' and t.ended_at between h.at - interval '1 day' and h.at
        union all
        select w.id::text from withdrawals_withdrawal w
          where w.member_id = h.member and w.created_at between h.at - interval '31 days' and h.at
        union all
        select p.payment from qrcodes_code c join qrcodes_payment p on p.code = c.id
          where c.member_id = h.member and c.created_at between h.at - interval '3 days' and h.at
        union all
        select l.id::text from giftlinks_link l
          where l.member_id = h.member and l.created_at between h.at - interval '3 days' and h.at) s)
    select a.idem::text as key, a.member as "memberId", null as "otherId",
           'a withdrawal within a day after an operator moved money of this member or changed the bank account' as words,
           jsonb_build_object('withdrawn', ${textOfAmount('a.amount', 'a.currency')}, 'at', a.at, 'acts', jsonb_agg(
             jsonb_build_object('by', t.actor, 'what', t.action, 'to', t.subject, 'at', t.at) order by t.id)) as evidence
    from about a join core_audit t on t.subject = a.subject and not starts_with(t.actor, 'member:')
      and starts_with(t.actor, 'operator:') and t.at between a.at - interval '1 day' and a.at
      and split_part(t.action, '.', 1) not in ('chat', 'slips', 'confirm', 'items', 'review')
      and t.action not in ('account.viewInFull', 'deposits.viewInFull', 'withdrawals.approve', 'withdrawals.undo')
    group by a.idem, a.member, a.amount, a.currency, a.at`,
}

-- What is harmless is said anew. A request that is refused is not: money that comes for it later has no owner, and goes to whomever one
-- operator's word names. Nor is the counting of invite rewards at an hour of one's choice.
create or replace function review_is_harmless(p_action text, p_before jsonb) returns boolean language sql immutable as $$
  select split_part(p_action, '.', 1) in ('settings', 'operators', 'confirm', 'review', 'chat')
    or p_action in ('account.viewInFull', 'account.activate', 'account.deactivate', 'bankfeed.seen', 'qrcodes.close',
                    'withdrawals.approve', 'refund.close', 'items.take', 'invite.counted')
    -- What nobody was asked to pay goes back to whose it is.
    or (p_action = 'withdrawals.returned' and p_before ->> 'state' in ('held', 'approved'))
$$;

create or replace function review_whose(p_action text, p_subject text, p_before jsonb, out o_member text, out o_other text, out o_amount bigint, out o_currency ledger_currency)
language plpgsql stable as $$
declare
  v_id uuid := case when p_subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_subject::uuid end;
begin
  case split_part(p_action, '.', 1)
    when 'deposits' then
      if p_action = 'deposits.refuse' then
        select r.member_id, r.amount, r.currency into o_member, o_amount, o_currency from deposits_request r where r.id = v_id;
      else
        select d.member_id, d.moved_from, d.amount, d.currency into o_member, o_other, o_amount, o_currency from deposits_deposit d where d.id = v_id;
      end if;
    when 'withdrawals' then
      select w.member_id, w.amount, w.currency into o_member, o_amount, o_currency from withdrawals_withdrawal w where w.id = v_id;
    when 'transfers' then
      select t.member_id, t.amount, t.currency into o_member, o_amount, o_currency from transfers_transfer t where t.id = v_id;
    when 'giftlinks' then
      select g.member_id, g.amount, 'BAHT' into o_member, o_amount, o_currency from giftlinks_link g where g.id = v_id;
    when 'qrcodes' then
      select c.member_id, p.amount, p.currency into o_member, o_amount, o_currency
        from qrcodes_payment p left join qrcodes_code c on c.id = p.code
        where p.payment = p_subject and p.provider = p_before ->> 'provider';
    when 'account' then
      o_member := p_subject;
    when 'items' then
      o_member := p_before ->> 'memberId';
    else null;
  end case;
end $$;

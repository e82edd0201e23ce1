-- Acts of operators by which no one has more or less money: they have rules of their own, or move nothing. Refusing a
-- request is not among them: money that arrives for it later goes to the member whom one operator names. Nor is the
-- counting of invite rewards at a chosen hour.
create or replace function review_is_harmless(p_action text, p_before jsonb) returns boolean language sql immutable as $$
  select split_part(p_action, '.', 1) in ('settings', 'operators', 'confirm', 'review', 'chat')
    or p_action in ('account.viewInFull', 'account.activate', 'account.deactivate', 'bankfeed.seen', 'qrcodes.close',
                    'withdrawals.approve', 'refund.close', 'items.take', 'invite.counted', 'recovery.begin',
                    'recovery.ask', 'recovery.open')
    -- A payout that was not requested yet returns to its member.
    or (p_action = 'withdrawals.returned' and p_before ->> 'state' in ('held', 'approved'))
$$;

-- Whose money an act was about, and how much of it.
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
    when 'recovery' then
      o_member := p_before ->> 'memberId';
    else null;
  end case;
end $$;

-- Runs as its owner, because no other role may add to the list.
create or replace function review_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_whose record;
begin
  v_whose := review_whose(new.action, new.subject, new.before);
  -- Notifies the member's open pages, at any server, as soon as the act commits.
  perform pg_notify('review_moved', json_build_object('memberId', who, 'action', new.action, 'subject', new.subject)::text)
    from unnest(array[v_whose.o_member, v_whose.o_other]) as who where who is not null;
  if review_is_harmless(new.action, new.before) then return null; end if;
  -- Before the first member exists there is no one else to review the setup.
  if not exists (select from account_member) then return null; end if;
  insert into review_act (audit, actor, action, subject, member_id, other_id, amount, currency, why, request_id, before, after, second)
    values (new.id, new.actor, new.action, new.subject, v_whose.o_member, v_whose.o_other, v_whose.o_amount, v_whose.o_currency,
            coalesce(new.after ->> 'note', new.after ->> 'why'), new.request_id, new.before, new.after,
            (select a.asked_by from confirm_request a
             where a.state = 'confirmed' and a.done_at is null and a.decided_by = new.actor and a.asked_by <> new.actor
               -- The confirmation and the act belong to one command.
               and exists (select from core_audit c where c.subject = a.subject and not starts_with(c.actor, 'member:')
                             and c.action = 'confirm.yes' and c.actor = new.actor and c.request_id = new.request_id
                             and c.after ->> 'asked' = a.id::text)
             limit 1));
  return null;
end $$;
create or replace trigger review_note after insert on core_audit
  for each row when (starts_with(new.actor, 'operator:')) execute function review_note();

revoke all on function review_is_harmless, review_whose, review_note from public;

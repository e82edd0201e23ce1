-- The acts of operators that nobody else has to read, each with its reason; whatever is not named here is read. An act
-- with states is left out only where what it changed was in one of them. Refusing a request is not among them: money
-- that arrives for it later goes to the member whom one operator names. Nor is the counting of invite rewards at a
-- chosen hour, the beginning of a recovery, or what one operator alone does to others and to settings.
create or replace function review_exceptions() returns table (action text, states text[], reason text) language sql immutable as $$
  values
    ('account.viewInFull', null::text[], 'A number was shown; nothing is changed by it, and the trail says who saw it.'),
    ('account.activate', null, 'The member may log in again, under the rules for everybody; no money moves by it.'),
    ('account.deactivate', null, 'The member is stopped and asks why; nothing can be taken from them by it.'),
    ('bankfeed.booked', null, 'The deposit that it became, which waits for its owner, is an act of its own.'),
    ('bankfeed.seen', null, 'A message that could not be read was looked at; crediting by it is an act of its own.'),
    ('deposits.reject', null, 'Nothing moves yet: it is given back ten seconds later, by an act of its own.'),
    ('deposits.undo', null, 'An own refusal is undone before it was carried out; the deposit waits again.'),
    ('deposits.viewInFull', null, 'A payer was shown; nothing is changed by it, and the trail says who saw it.'),
    ('qrcodes.close', null, 'A finding about a gateway was looked at; crediting by it is an act of its own.'),
    ('withdrawals.approve', null, 'Approvals have rules of their own, and large withdrawals need two of them.'),
    ('withdrawals.reject', array['held', 'approved'], 'A payout that nobody had requested yet returns to its member.'),
    ('withdrawals.undo', null, 'An own decision is undone before it was carried out; the withdrawal waits again.'),
    ('recovery.ask', null, 'Systems outside were asked; what the answers rebuild is checked, or waits for people.'),
    ('confirm.ask', null, 'Nothing is done yet: a second operator reads the request.'),
    ('confirm.yes', null, 'The second of two; what is done then is recorded as agreed on.'),
    ('confirm.no', null, 'Nothing is done, and the operator who asked sees who rejected it and why.'),
    ('review.tick', null, 'It is the reading itself.'),
    ('chat.assign', null, 'It says who answers a customer; nothing else changes.'),
    ('chat.block', null, 'For a day, of a guest: anybody who answers talks takes it back, and the talk says so.'),
    ('chat.unblock', null, 'A guest may write again, as everybody may.'),
    ('chat.close', null, 'The customer may write again at any time, and the talk keeps every word.'),
    ('chat.join', null, 'It says whom a guest claims to be; nothing changes for that member.'),
    ('chat.reply', null, 'The customer reads it, and the talk keeps every word with its author.'),
    ('operators.signIn', null, 'An own session begins; a new way to sign in is an act of its own.'),
    ('operators.signOut', null, 'An own session ends.'),
    ('operators.refused', null, 'Nobody was let in.')
$$;

create or replace function review_is_harmless(p_action text, p_before jsonb) returns boolean language sql immutable as $$
  select exists (
    select from review_exceptions() e
    where e.action = p_action and (e.states is null or p_before ->> 'state' = any (e.states))
  )
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
  perform notices_note_act(v_whose.o_member, v_whose.o_other, new,
    jsonb_strip_nulls(jsonb_build_object('amount', v_whose.o_amount, 'currency', v_whose.o_currency)));
  return null;
end $$;
create or replace trigger review_note after insert on core_audit
  for each row when (starts_with(new.actor, 'operator:')) execute function review_note();

revoke all on function review_exceptions, review_is_harmless, review_whose, review_note from public;
grant execute on function review_whose to kapao_app;

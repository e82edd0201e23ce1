-- Money that a member gets because an operator says so needs a confirmed request where it is counted: made alone within
-- the day's limit, or confirmed by a second operator, whichever way the act comes. So does the release of an
-- item's hold. Returns which request this act needs, and
-- about what; no kind where an act gives no one anything on an operator's request.
create or replace function confirm_wanted(p_action text, p_subject text, p_before jsonb, p_after jsonb, out o_kind text, out o_subjects text[])
language plpgsql stable as $$
begin
  o_subjects := array[p_subject];
  case
    when p_action in ('deposits.credit', 'deposits.suspend') and p_after ->> 'channel' = 'manual' then
      o_kind := 'deposits match request';
      o_subjects := array(select r.id::text from deposits_request r where r.member_id = p_after ->> 'member');
    when p_action in ('deposits.release', 'deposits.claim') then
      o_kind := 'deposits match';
    when p_action = 'transfers.resolve' then
      if exists (select from transfers_transfer t where t.id = p_subject::uuid and (t.kind = 'in') = (p_after ->> 'state' = 'returned')) then
        o_kind := 'transfers resolve';
      end if;
    when p_action = 'withdrawals.returned' and p_before ->> 'state' = 'exception' then
      o_kind := 'withdrawals resolve';
    when p_action = 'withdrawals.bounce' then
      o_kind := 'withdrawals bounced';
    when p_action = 'giftlinks.resolve' and p_after ->> 'received' is not null then
      o_kind := 'giftlinks resolve';
    when p_action = 'qrcodes.resolve' and p_after ->> 'received' is not null then
      o_kind := 'qrcodes resolve';
      o_subjects := array[(p_before ->> 'provider') || ':' || p_subject];
    when p_action = 'items.decide' and p_after ->> 'decision' = 'allow' and jsonb_array_length(p_before -> 'holds') > 0 then
      o_kind := 'items decide';
    when p_action = 'recovery.open' then
      o_kind := 'recovery open';
    when p_action = 'payouts.resume' then
      o_kind := 'payouts resume';
    when p_action = 'recovery.settle' then
      o_kind := 'recovery settle';
    else null;
  end case;
end $$;

-- The request that waits about what this act would end: anybody who wants something else drops it first, so that no second
-- person says yes to what is over.
create or replace function confirm_waits_about(p_action text, p_subject text, p_before jsonb) returns bigint language sql stable as $$
  select a.id from confirm_request a
  where a.state = 'waits'
    and a.subject = case when p_action = 'qrcodes.resolve' then (p_before ->> 'provider') || ':' || p_subject else p_subject end
    and a.kind = any (case
      when p_action in ('deposits.reject', 'deposits.takeBack') then array['deposits match', 'deposits shown']
      when p_action in ('deposits.release', 'deposits.claim') then array['deposits match']
      when p_action = 'deposits.refuse' then array['deposits match request']
      when p_action = 'transfers.resolve' then array['transfers resolve']
      when p_action in ('withdrawals.paid', 'withdrawals.returned') then array['withdrawals resolve']
      when p_action = 'giftlinks.resolve' then array['giftlinks resolve']
      when p_action = 'qrcodes.resolve' then array['qrcodes resolve']
      when p_action = 'items.decide' then array['items decide']
      else array[]::text[] end)
  order by a.id limit 1
$$;

-- Runs as its owner: a used request still counts for the day, and is used once.
create or replace function confirm_required() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_wanted record;
  v_amount bigint;
  v_waits  bigint;
  v_word confirm_request;
begin
  v_wanted := confirm_wanted(new.action, new.subject, new.before, new.after);
  -- Without operators there is no one to request it.
  if v_wanted.o_kind is not null and exists (select from operators_operator) then
    v_amount := (review_whose(new.action, new.subject, new.before)).o_amount;
    select * into v_word from confirm_request a
      where a.kind = v_wanted.o_kind and a.subject = any (v_wanted.o_subjects) and a.done_at is null
        and case a.state
          when 'confirmed' then a.decided_by = new.actor
          when 'alone' then a.asked_by = new.actor and a.asked_at > now() - interval '1 hour' and (v_amount is null or a.amount = v_amount)
          else false end
      order by a.state = 'alone', a.id limit 1 for no key update;
    if not found then
      raise exception '% has not said %, or it waits for a second person', new.actor, v_wanted.o_kind using errcode = 'KC005';
    end if;
    -- The confirming operator of a confirmed request marks it as done.
    if v_word.state = 'alone' then update confirm_request set done_at = now() where confirm_request.id = v_word.id; end if;
  end if;
  v_waits := confirm_waits_about(new.action, new.subject, new.before);
  if v_waits is not null then
    raise exception 'request % about % waits for a second person', v_waits, new.subject using errcode = 'KC008';
  end if;
  return new;
end $$;
create or replace trigger confirm_required before insert on core_audit
  for each row when (starts_with(new.actor, 'operator:')) execute function confirm_required();

revoke all on function confirm_wanted, confirm_waits_about, confirm_required from public;

-- Whether two operators stand apart: neither has added the other, directly or through others. Approvals of withdrawals
-- use it too.
create or replace function confirm_apart(p_one text, p_other text) returns boolean language sql stable as $$
  select p_one <> p_other and p_one not in (select operators_behind(p_other)) and p_other not in (select operators_behind(p_one))
$$;

-- Who may confirm an operator's request: operators who stand apart from the asker and were noted at least a day before
-- the request, so that no one can add a second name for it unnoticed.
create or replace function confirm_others(p_asker text, p_asked timestamptz) returns setof text language sql stable as $$
  select 'operator:' || o.name from operators_operator o
  where o.disabled_at is null and o.noted_at <= p_asked - interval '24 hours' and confirm_apart('operator:' || o.name, p_asker)
  order by o.name
$$;

-- Whether no two operators could confirm each other's requests. A disabled operator counts for another week: no one
-- becomes the only one by disabling the others.
create or replace function confirm_is_alone() returns boolean language sql stable as $$
  with known as (
    select 'operator:' || o.name as operator from operators_operator o
    where case when o.disabled_at is null then o.noted_at <= now() - interval '24 hours' else o.noted_at > now() - interval '7 days' end
  )
  select not exists (select from known one join known other on one.operator < other.operator and confirm_apart(one.operator, other.operator))
$$;

-- What may become of a request: another operator who stands apart confirms it or, where there is no such operator, the
-- asker does a day later. All by the clock of the database.
create or replace function confirm_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.asked_at := now();
    return new;
  end if;
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'alone' then new.state = 'refused'
    when 'waits' then new.state in ('confirmed', 'dropped')
    when 'confirmed' then new.state in ('refused', 'unclear') and old.done_at is null
    else false end) then
    raise exception 'what is % cannot become %', old.state, new.state using errcode = 'KC001';
  end if;
  if old.state <> 'waits' then return new; end if;
  new.decided_at := now();
  if new.state = 'dropped' or new.decided_by in (select confirm_others(old.asked_by, old.asked_at)) then
    null;
  elsif not confirm_is_alone() then
    raise exception '% may not confirm what % has asked for', new.decided_by, old.asked_by using errcode = 'KC002';
  elsif now() < old.asked_at + interval '24 hours' then
    raise exception 'this waits until %', old.asked_at + interval '24 hours' using errcode = 'KC003';
  end if;
  if new.state = 'confirmed'
     and not exists (select from operators_operator o where 'operator:' || o.name = old.asked_by and o.disabled_at is null) then
    raise exception '% was disabled', old.asked_by using errcode = 'KC004';
  end if;
  return new;
end $$;
create or replace trigger confirm_guard before insert or update on confirm_request for each row execute function confirm_guard();

revoke all on function confirm_apart, confirm_others, confirm_is_alone from public;
grant execute on function confirm_apart, confirm_others, confirm_is_alone to kapao_app;

-- unclear: it was cut off after the yes, and what was said again was refused. It may have been done the first time, so the row does
-- not claim that nothing came of it, as refused does.
alter type confirm_state add value 'unclear';

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

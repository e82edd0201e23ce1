-- What may become of a request: another operator who can confirms it or, where no two operators count, the asker does a
-- day later, if the asker could confirm the requests of others. It is rejected by the asker, or by an operator with such
-- a role whom it is not about: somebody whose rights are to end does not keep them by saying no. All by the clock of the
-- database.
create or replace function confirm_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.asked_at := now();
    -- Nobody can have decided on it yet: a row that is confirmed from its beginning would be a second person's yes.
    if new.state not in ('alone', 'waits') or num_nonnulls(new.decided_by, new.decided_at, new.done_at) > 0 then
      raise exception 'a request is neither decided nor done when it is made' using errcode = 'KC001';
    end if;
    if new.state = 'waits' and new.asked_by = confirm_closer(new.kind) then
      raise exception '% has closed the house', new.asked_by using errcode = 'KC006';
    end if;
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
  if new.state = 'dropped' then
    if new.decided_by <> old.asked_by and (
      confirm_ready_at(new.decided_by, old.kind) is null or new.decided_by = confirm_closer(old.kind)
      or old.kind in ('operator disable', 'operator roles') and new.decided_by = 'operator:' || old.subject
    ) then
      raise exception '% may not reject what % has asked for', new.decided_by, old.asked_by using errcode = 'KC007';
    end if;
    return new;
  end if;
  if new.decided_by in (select confirm_others(old.asked_by, old.asked_at, old.kind)) then
    null;
  elsif new.decided_by <> old.asked_by or not confirm_is_alone(old.asked_by, old.kind, old.subject)
     or coalesce(confirm_ready_at(old.asked_by, old.kind), 'infinity') > now() then
    raise exception '% may not confirm what % has asked for', new.decided_by, old.asked_by using errcode = 'KC002';
  elsif now() < old.asked_at + interval '24 hours' then
    raise exception 'this waits until %', old.asked_at + interval '24 hours' using errcode = 'KC003';
  end if;
  if not exists (select from operators_operator o where 'operator:' || o.name = old.asked_by and o.disabled_at is null) then
    raise exception '% was disabled', old.asked_by using errcode = 'KC004';
  end if;
  return new;
end $$;
create or replace trigger confirm_guard before insert or update on confirm_request for each row execute function confirm_guard();

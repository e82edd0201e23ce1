-- Money is given back only where it was refused, and once the refusal can no longer be undone; until then it is given
-- back or waits again, and nothing else becomes of it.
create or replace function deposits_refusal_guard() returns trigger language plpgsql as $$
begin
  if new.state = 'refused' and old.state = 'suspended' or new.state = 'suspended' and old.state = 'refused' then return new; end if;
  if new.state <> 'returned' or old.state <> 'refused' then
    raise exception 'a deposit that is % cannot become %', old.state, new.state using errcode = 'KD001';
  end if;
  if new.settled_at < old.undo_until then
    raise exception 'the refusal of this deposit can be undone until %', old.undo_until using errcode = 'KD002';
  end if;
  return new;
end $$;
create or replace trigger deposits_refusal_guard before update of state on deposits_deposit for each row
  when (old.state <> new.state and (old.state = 'refused' or new.state in ('refused', 'returned')))
  execute function deposits_refusal_guard();

revoke all on function deposits_refusal_guard from public;

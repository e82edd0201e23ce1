-- An ended bonus stays ended, and one that is ending never becomes active again.
create or replace function bonus_held_guard() returns trigger language plpgsql as $$
begin
  if old.state = 'ended' or (old.state = 'clearing' and new.state = 'active') then
    raise exception 'a bonus that is % cannot become %', old.state, new.state using errcode = 'KB001';
  end if;
  return new;
end $$;
create or replace trigger bonus_held_guard before update on bonus_held for each row execute function bonus_held_guard();

-- Which of these members are under a condition now. Callers must hold their locks, so that no bonus is being given
-- meanwhile; volatile, so that it sees what was committed while it waited for them.
create or replace function bonus_holders(p_members text[]) returns text[]
language sql volatile
as $$
  select coalesce(array_agg(member_id), '{}') from bonus_held where member_id = any (p_members) and state <> 'ended';
$$;

revoke all on function bonus_holders from public;
grant execute on function bonus_holders to kapao_app;

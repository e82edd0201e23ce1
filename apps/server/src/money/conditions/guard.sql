-- A condition that is met stays met, with its reason.
create or replace function conditions_condition_guard() returns trigger language plpgsql as $$
begin
  if old.met_at is not null then
    raise exception 'a condition that is met stays as it is' using errcode = 'KN001';
  end if;
  return new;
end $$;
create or replace trigger conditions_condition_guard before update on conditions_condition
  for each row execute function conditions_condition_guard();

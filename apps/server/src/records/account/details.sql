-- A trigger maintains the column, so that no writer can forget it.
create or replace function account_keep_details_since() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.details_since := new.created_at;
  elsif (new.bank_code, new.bank_account_no, new.bank_account_name) is not distinct from (old.bank_code, old.bank_account_no, old.bank_account_name) then
    new.details_since := old.details_since;
  elsif new.details_since is not distinct from old.details_since then
    -- This writer does not know the column.
    new.details_since := case when new.bank_changed_at is distinct from old.bank_changed_at then new.bank_changed_at end;
    new.details_since := greatest(old.details_since, coalesce(new.details_since, clock_timestamp()));
  else
    new.details_since := greatest(old.details_since, new.details_since);
  end if;
  return new;
end $$;
create or replace trigger account_keep_details_since before insert or update on account_member
  for each row execute function account_keep_details_since();

revoke all on function account_keep_details_since from public;

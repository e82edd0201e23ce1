-- Every process drops its cached settings, even when a row was changed by hand.
create or replace function settings_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', coalesce(new.name, old.name));
  return null;
end $$;
create or replace trigger settings_value_changed after insert or update or delete on settings_value
  for each row execute function settings_notify();

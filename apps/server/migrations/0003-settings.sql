-- What operators have set. A setting without a row, or with a null value, has the default of the registry.
create table settings_value (
  name       text        primary key,
  value      jsonb,
  version    integer     not null check (version > 0),
  changed_at timestamptz not null,
  changed_by text        not null
);
-- Rows are never deleted: the version must not start again, or a stale change could pass for a fresh one.
grant select, insert, update on settings_value to kapao_app;

-- Every process forgets what it has read, also when somebody changes a row by hand.
create function settings_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', coalesce(new.name, old.name));
  return null;
end $$;

create trigger settings_value_changed after insert or update or delete on settings_value
  for each row execute function settings_notify();

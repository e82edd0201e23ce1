-- Values that operators have set. A setting without a row, or with a null value, has the default of the registry.
create table settings_value (
  name       text        primary key,
  value      jsonb,
  version    integer     not null check (version > 0),
  changed_at timestamptz not null,
  changed_by text        not null
);
grant select, insert, update on settings_value to kapao_app;

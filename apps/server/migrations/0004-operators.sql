-- The people who may change things from the command line. Names are never used twice: the audit trail names them.
create table operators_operator (
  name        text        primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  token_hash  bytea       not null unique check (length(token_hash) = 32),
  created_at  timestamptz not null,
  created_by  text        not null,
  disabled_at timestamptz,
  disabled_by text,
  check ((disabled_at is null) = (disabled_by is null))
);
grant select, insert, update (disabled_at, disabled_by) on operators_operator to kapao_app;

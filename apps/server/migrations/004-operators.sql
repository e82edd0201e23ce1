-- The people who may change things from the command line. Names are never used twice: the audit trail names them.
create table operators_operator (
  name        text        primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  token_hash  bytea       not null unique check (length(token_hash) = 32),
  created_at  timestamptz not null,
  created_by  text        not null,
  disabled_at timestamptz,
  disabled_by text,
  -- When an operator was added or disabled by the clock of the database: that of the terminal is in the hands
  -- of whom it would bind.
  noted_at    timestamptz not null default now(),
  -- When somebody was added, by the clock of the database, whatever becomes of them later.
  added_at    timestamptz not null default now(),
  check ((disabled_at is null) = (disabled_by is null))
);
grant select, insert, update (disabled_at, disabled_by) on operators_operator to kapao_app;

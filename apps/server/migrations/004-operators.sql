-- The operators, who may make changes from the command line. Names are never reused: the audit trail contains them.
create table operators_operator (
  name        text        primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  token_hash  bytea       not null unique check (length(token_hash) = 32),
  created_at  timestamptz not null,
  created_by  text        not null,
  disabled_at timestamptz,
  disabled_by text,
  -- When an operator was added or disabled, by the database's clock: the terminal's clock is controlled by the person
  -- it would bind.
  noted_at    timestamptz not null default now(),
  -- When the operator was added, by the database's clock; later changes do not touch it.
  added_at    timestamptz not null default now(),
  check ((disabled_at is null) = (disabled_by is null))
);
grant select, insert, update (disabled_at, disabled_by) on operators_operator to kapao_app;

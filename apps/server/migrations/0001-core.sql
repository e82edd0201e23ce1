-- What every module needs: sessions, the audit trail and the table of periodic jobs.

-- Only the SHA-256 of a token is kept: whoever reads this table cannot log in with it.
create table core_session (
  token_hash   bytea       primary key check (length(token_hash) = 32),
  member_id    text        not null,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  ends_at      timestamptz not null check (ends_at > created_at),
  revoked_at   timestamptz,
  revoked_why  text        check (revoked_why in ('logout', 'password', 'deactivated', 'operator')),
  address      text        not null,
  device       text        not null,
  check ((revoked_at is null) = (revoked_why is null))
) with (fillfactor = 80);
create index core_session_member on core_session (member_id) where revoked_at is null;
create index core_session_ends_at on core_session (ends_at);
grant select, insert, update, delete on core_session to kapao_app;

-- Who changed what. The app may add to it and read it, and nothing else.
create table core_audit (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null,
  actor      text        not null, -- member:<id>, operator:<name> or system:<job>
  request_id text        not null,
  action     text        not null, -- <module>.<verb>
  subject    text        not null,
  before     jsonb,
  after      jsonb
);
-- What members did is found through their operations; what people and jobs did to something, here.
create index core_audit_subject on core_audit (subject, id) where not starts_with(actor, 'member:');
grant select, insert on core_audit to kapao_app;

-- One row a periodic job, shared by all processes; whoever takes the lease runs it.
create table core_job (
  name             text        primary key,
  next_at          timestamptz not null,
  lease_owner      text,
  lease_until      timestamptz,
  last_started_at  timestamptz,
  last_finished_at timestamptz,
  last_error       text,
  check ((lease_owner is null) = (lease_until is null))
);
grant select, insert, update on core_job to kapao_app;

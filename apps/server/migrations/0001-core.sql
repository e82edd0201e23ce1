-- What every module needs: sessions and the audit trail.

create table core_session (
  token_hash   bytea       primary key check (length(token_hash) = 32),
  member_id    text        not null,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  ends_at      timestamptz not null,
  revoked_at   timestamptz,
  revoked_why  text,
  address      text        not null,
  device       text        not null
);
create index core_session_member on core_session (member_id) where revoked_at is null;
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
create index core_audit_subject on core_audit (subject, id);
grant select, insert on core_audit to kapao_app;

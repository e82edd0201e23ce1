-- Passkeys of members: they log in with one beside the password, and show with it who they are.
create table passkeys_passkey (
  id         text        collate "C" primary key check (length(id) between 16 and 1400),
  member_id  text        collate "C" not null,
  public_key bytea       not null check (length(public_key) <= 2000),
  counter    bigint      not null check (counter >= 0),
  transports text[]      not null,
  -- Browser and system that have made it.
  label      text        not null check (length(label) <= 200),
  added_at   timestamptz not null default now(),
  used_at    timestamptz
);
create index passkeys_passkey_member on passkeys_passkey (member_id, added_at);
grant select, insert, delete, update (counter, used_at) on passkeys_passkey to kapao_app;

-- Questions are signed and not stored, so that strangers fill no table; one that was answered rightly counts once.
create table passkeys_answered (
  hash  bytea       primary key check (length(hash) = 32),
  until timestamptz not null
);
create index passkeys_answered_until on passkeys_answered (until);
grant select, insert, delete on passkeys_answered to kapao_app;

-- Signs the questions; the first process that needs it creates it for all.
create table passkeys_key (
  id         int         primary key default 1 check (id = 1),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);
grant select, insert on passkeys_key to kapao_app;

alter type notices_kind add value 'passkey.added' before 'talk.answered';
alter type notices_kind add value 'passkey.removed' before 'talk.answered';

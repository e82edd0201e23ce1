-- Shared by all rooms: sessions, the audit trail, periodic jobs, devices, and how far the books have come.

-- Only the SHA-256 of a token is stored: a reader of this table cannot log in with it.
create table core_session (
  token_hash   bytea       primary key check (length(token_hash) = 32),
  member_id    text        not null,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  ends_at      timestamptz not null check (ends_at > created_at),
  revoked_at   timestamptz,
  revoked_why  text check (revoked_why in ('logout', 'password', 'deactivated', 'operator', 'newer')),
  address      text        not null,
  device       text        not null,
  check ((revoked_at is null) = (revoked_why is null))
) with (fillfactor = 80);
create index core_session_member on core_session (member_id) where revoked_at is null;
-- Operators search members by the address of a login.
create index core_session_address on core_session (address);
create index core_session_ends_at on core_session (ends_at);
-- For deleting a member's ended sessions, whose number is bounded too.
create index core_session_ended on core_session (member_id, revoked_at) where revoked_at is not null;
grant select, insert, update, delete on core_session to kapao_app;

-- Who changed what. The app may only insert and read.
create table core_audit (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null,
  actor      text        not null, -- member:<id>, operator:<name> or system:<job>
  request_id text        not null,
  action     text        not null, -- <room>.<verb>
  subject    text        not null,
  before     jsonb,
  after      jsonb
);
-- Acts of members are found through their operations; acts of operators and jobs on a subject, by this index.
create index core_audit_subject on core_audit (subject, id) where not starts_with(actor, 'member:');
-- What an operator's command has done is found by its request.
create index core_audit_command on core_audit (request_id) where starts_with(actor, 'operator:');
-- What operators and jobs did, for the page that shows it: members' acts are most of the trail.
create index core_audit_desk on core_audit (id) where not starts_with(actor, 'member:');
grant select, insert on core_audit to kapao_app;
grant select on core_audit to kapao_reader;

-- One row per periodic job, shared by all processes; the holder of the lease runs it.
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

-- A key that its owner asked about before its request arrived, and that was answered "never": a later request with it
-- is refused, so that a repeated call counts once.
create table core_tombstone (
  member_id  text        not null,
  key        text        not null,
  created_at timestamptz not null,
  primary key (key, member_id)
);
create index core_tombstone_age on core_tombstone (created_at);
grant select, insert, delete on core_tombstone to kapao_app;

-- The devices that a member has logged in on. A device holds the random ids; only their hashes are here, so the table
-- does not allow impersonating a device. A row authenticates nothing: it gives its device a share of its own in limits
-- and queues.
create table core_device (
  id_hash       bytea       primary key check (length(id_hash) = 32),
  member_id     text        not null,
  last_login_at timestamptz not null,
  -- Wrong passwords for this member on this device since the last right one.
  failures      int         not null default 0 check (failures >= 0)
);
create index core_device_member on core_device (member_id, last_login_at);
create index core_device_last_login_at on core_device (last_login_at);
grant select, insert, update, delete on core_device to kapao_app;

-- Sign the ids that a device holds, so that forged ids are rejected without querying the table above. The newest key
-- signs, the others remain valid; the first process that needs one creates it for all.
create table core_device_key (
  id         int         primary key check (id > 0),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);
grant select, insert, delete on core_device_key to kapao_app;

-- Pairs of members who may be one person, though this is no proof. A device holds one random id per member, so a
-- shared device is noticed only at a login.
create table core_device_shared (
  member_id text        collate "C" not null,
  other_id  text        collate "C" not null,
  last_at   timestamptz not null,
  primary key (member_id, other_id),
  check (member_id < other_id)
);
create index core_device_shared_other on core_device_shared (other_id);
create index core_device_shared_last_at on core_device_shared (last_at);
grant select, insert, delete, update (last_at) on core_device_shared to kapao_app;

-- Which folders of uploaded files processes have: more than one that is in use means that they do not share one.
create table core_uploads (
  -- Lies in the folder, too (`core/uploads/shared/mark.ts`).
  mark    text        collate "C" primary key check (length(mark) between 16 and 64),
  seen_at timestamptz not null
);
grant select, insert, update on core_uploads to kapao_app;

-- How many bytes an owner has had written to disk by hour, so that a sum of 24 hours bounds it: a member, a guest's
-- network (hashed), a member's slips.
create table core_written (
  owner text        collate "C" not null check (length(owner) between 1 and 80),
  hour  timestamptz not null,
  bytes bigint      not null check (bytes >= 0),
  primary key (owner, hour)
) with (fillfactor = 70);
create index core_written_age on core_written (hour);
grant select, insert, update, delete on core_written to kapao_app;

-- What is done outside this system and only reported to it, so that monitoring sees when it was done last. The backup
-- scripts write it as the owner of the tables (docs/alerts.md).
create table core_noted (
  name text        primary key check (name in ('backup', 'restore-test')),
  at   timestamptz not null
);
grant select on core_noted to kapao_app;

-- How far these books have come. Each process counts up every few seconds and keeps the result outside the database as
-- well; what is outside and ahead shows that the database was restored to an earlier point.
create table core_house (
  is_only    boolean     primary key default true check (is_only),
  -- A restored copy has the same name, another database another one.
  name       uuid        not null default gen_random_uuid(),
  -- How many restores these books have come through. Counts of different epochs are not compared by their number.
  epoch      int         not null default 0 check (epoch >= 0),
  count      bigint      not null default 0 check (count >= 0),
  counted_at timestamptz,
  -- The last count before nobody counted for a minute. A process that knows no count outside may have gone on with
  -- restored books before another one notices.
  paused_at  timestamptz
) with (fillfactor = 50);
insert into core_house default values;
grant select on core_house to kapao_app;

-- Restores. While one is not opened, Kapao is in recovery: nothing is paid, played or credited.
create table core_restore (
  epoch       int         primary key check (epoch > 0),
  found_at    timestamptz not null,
  -- Where the count outside was seen, or the operator who declared it.
  found_by    text        not null check (length(found_by) between 1 and 200),
  -- The restored books are complete up to here, as far as their last count tells; null before the first one.
  point_at    timestamptz,
  -- The last count outside: until then the books were written to. Null where an operator declared it.
  ahead_at    timestamptz,
  why         text        check (length(why) between 1 and 500),
  opened_at   timestamptz,
  opened_by   text,
  opened_why  text        check (length(opened_why) between 1 and 500),
  -- When it was declared, by the clock of the database.
  noted_at    timestamptz not null default now(),
  check ((opened_at is null) = (opened_by is null) and (opened_at is null) = (opened_why is null))
);
create unique index core_restore_closed on core_restore ((true)) where opened_at is null;
grant select on core_restore to kapao_app;

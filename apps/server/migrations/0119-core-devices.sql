-- Which devices a member has logged in on. A device holds the random ids; here are their hashes only, so the table lets nobody
-- pass for a device. A row authenticates nothing: it gives its device a share of its own in limits and waiting lines.
create table core_device (
  id_hash       bytea       primary key check (length(id_hash) = 32),
  member_id     text        not null,
  last_login_at timestamptz not null,
  -- Wrong passwords for this member on this device since the last right one.
  failures      int         not null default 0 check (failures >= 0)
);
create index core_device_member on core_device (member_id, last_login_at);
create index core_device_last_login_at on core_device (last_login_at);

-- Sign what a device holds, so that made-up ids are told apart without a question to the table above. The newest signs, the others
-- still count; made by whichever process needs it first, the same for all of them.
create table core_device_key (
  id         int         primary key check (id > 0),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);

grant select, insert, update, delete on core_device to kapao_app;
grant select, insert, delete on core_device_key to kapao_app;

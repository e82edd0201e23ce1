-- Failed logins, by hashes of: phone and network together, phone, network.
create table session_throttle (
  key           bytea       primary key check (length(key) = 32),
  -- Fractional, since failures are forgiven gradually.
  failures      float8      not null check (failures >= 0),
  blocked_until timestamptz,
  -- Set for a network from which the member has logged in: strangers elsewhere cannot block it.
  trusted_until timestamptz,
  last_at       timestamptz not null
) with (fillfactor = 70);
create index session_throttle_last_at on session_throttle (last_at);
grant select, insert, update, delete on session_throttle to kapao_app;

-- Wrong old passwords entered by logged-in members.
create table password_try (
  member_id text        primary key,
  count     integer     not null check (count > 0),
  since     timestamptz not null
);
grant select, insert, update, delete on password_try to kapao_app;

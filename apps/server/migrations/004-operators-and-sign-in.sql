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

-- What operators may do at the console. What a role allows is a table of the contract (roles.ts).
create table operators_role (
  operator text        not null references operators_operator (name),
  role     text        not null check (role in ('cashier', 'support', 'marketing', 'risk', 'owner')),
  given_by text        not null,
  given_at timestamptz not null default now(),
  primary key (operator, role)
);
grant select, insert on operators_role to kapao_app;

-- The roles that were taken away, which is done by adding a row here (`operators_role_end`): who took it decides for how
-- long its holder still counts as the second person.
create table operators_role_past (
  operator text        not null references operators_operator (name),
  role     text        not null,
  -- By the clock of the database.
  ended_at timestamptz not null default now(),
  ended_by text        not null,
  -- Two who stand apart agreed on it.
  by_two   boolean     not null default false
);
create index operators_role_past_of on operators_role_past (operator);
grant select, insert on operators_role_past to kapao_app;

-- How operators sign in at the console. Nothing here can be turned back into a token, a link or a password.

-- A key of an operator's device. The counter of some devices goes up at each use, so one that goes back is a copy.
create table sign_in_passkey (
  id           text        primary key check (length(id) between 16 and 1400),
  operator     text        not null references operators_operator (name),
  label        text        not null check (length(label) between 1 and 40),
  public_key   bytea       not null,
  counter      bigint      not null check (counter >= 0),
  transports   text[]      not null,
  created_at   timestamptz not null,
  last_used_at timestamptz
);
create index sign_in_passkey_of on sign_in_passkey (operator, created_at);
grant select, insert, delete, update (counter, last_used_at) on sign_in_passkey to kapao_app;

-- The second way in: a password, and the secret of an app of codes, encrypted under a key of the process. A code counts
-- once: last_step is the 30 seconds that the last one was for.
create table sign_in_password (
  operator      text        primary key references operators_operator (name),
  password_hash text        not null,
  secret        bytea       not null,
  last_step     bigint      not null,
  changed_at    timestamptz not null
);
grant select, insert, delete, update (password_hash, secret, last_step, changed_at) on sign_in_password to kapao_app;

-- A link by which operators with a token make a passkey of their own: good once, for an hour. The reader of a link is
-- its operator from then on, so nobody makes one for somebody else.
create table sign_in_link (
  token_hash bytea       primary key check (length(token_hash) = 32),
  operator   text        not null references operators_operator (name),
  made_by    text        not null check (made_by = 'operator:' || operator),
  -- By the clock of the database.
  made_at    timestamptz not null default now(),
  good_until timestamptz not null,
  used_at    timestamptz
);
create index sign_in_link_of on sign_in_link (operator, made_at);
grant select, insert, delete, update (used_at) on sign_in_link to kapao_app;

-- A passkey that a person has made before they are an operator. Its code is computed from name and key, and is no
-- secret: it can only be used to add the holder of that key under that name.
create table sign_in_join (
  code       text        primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  name       text        not null check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  passkey    text        not null check (length(passkey) between 16 and 1400),
  label      text        not null check (length(label) between 1 and 40),
  public_key bytea       not null,
  counter    bigint      not null check (counter >= 0),
  transports text[]      not null,
  -- From where, so that a flood from one network drops its own rows.
  network    text        not null,
  made_at    timestamptz not null,
  good_until timestamptz not null,
  -- When an operator asked for it to be added, and when it was.
  asked_at   timestamptz,
  added_at   timestamptz
);
create index sign_in_join_network on sign_in_join (network, made_at) where asked_at is null;
create index sign_in_join_old on sign_in_join (good_until);
grant select, insert, delete, update (good_until, asked_at, added_at) on sign_in_join to kapao_app;

-- By which operators who have lost their passkeys make a new one. Each is good once; the hash is of 80 random bits.
create table sign_in_recovery (
  code_hash bytea       primary key check (length(code_hash) = 32),
  operator  text        not null references operators_operator (name),
  made_at   timestamptz not null default now(),
  used_at   timestamptz
);
create index sign_in_recovery_of on sign_in_recovery (operator);
grant select, insert, delete, update (used_at) on sign_in_recovery to kapao_app;

-- What changed about how an operator gets in, until the operator and all owners have seen it.
create table sign_in_notice (
  id       bigint      primary key generated always as identity,
  operator text        not null references operators_operator (name),
  what     text        not null check (what in ('joined', 'link', 'added', 'recovered', 'password', 'codes', 'removed')),
  label    text,
  -- The session that did it needs no notice of it.
  session  bytea,
  at       timestamptz not null default now()
);
create index sign_in_notice_of on sign_in_notice (operator, at);
create index sign_in_notice_at on sign_in_notice (at);
grant select, insert, delete on sign_in_notice to kapao_app;

-- Operators see what concerns themselves in each of their sessions: a session of somebody else must not be able to hide
-- it. What concerns others is seen once by each owner.
create table sign_in_notice_seen (
  notice bigint not null references sign_in_notice (id) on delete cascade,
  by     text   not null,
  primary key (notice, by)
);
grant select, insert, delete on sign_in_notice_seen to kapao_app;

create table sign_in_session (
  -- The SHA-256 of the token in the cookie, or of the bearer of a terminal or script.
  key          bytea       primary key check (length(key) = 32),
  operator     text        not null references operators_operator (name),
  way          text        not null check (way in ('passkey', 'password', 'demo', 'terminal', 'script')),
  started_at   timestamptz not null,
  last_used_at timestamptz not null,
  ends_at      timestamptz not null,
  -- When a passkey, or password and code, was last asked for and given.
  touched_at   timestamptz not null,
  address      text        not null,
  device       text        not null,
  ended_at     timestamptz,
  ended_why    text,
  check ((ended_at is null) = (ended_why is null))
);
create index sign_in_session_of on sign_in_session (operator, started_at) where ended_at is null;
grant select, insert, delete, update (last_used_at, touched_at, ended_at, ended_why) on sign_in_session to kapao_app;

-- What a passkey was asked to sign, or what the code of a terminal (its hash is the id) stands for: good for two minutes,
-- and gone as soon as it is answered.
create table sign_in_challenge (
  id         text        primary key,
  purpose    text        not null check (purpose in ('sign-in', 'touch', 'enrol', 'passkey', 'password', 'join', 'recovery', 'terminal')),
  -- The session or link that it was made for.
  bound      text,
  challenge  text        not null,
  secret     bytea,
  good_until timestamptz not null
);
create index sign_in_challenge_old on sign_in_challenge (good_until);
grant select, insert, delete on sign_in_challenge to kapao_app;

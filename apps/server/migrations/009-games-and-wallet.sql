-- A member's accounts at the game providers. A row is written once the provider has opened the account; an account
-- whose answer was lost stays at the provider without money and without an owner.
create table games_account (
  member_id    text        collate "C" not null,
  game         text        not null,
  username     text        not null,
  -- AES-256-GCM under a key outside this database, bound to member and game.
  password_box bytea       not null,
  active_at    timestamptz not null,
  primary key (member_id, game),
  constraint games_account_username unique (game, username)
);
-- Operators search members by their name at a provider, whichever that is.
create index games_account_named on games_account (username);
grant select, insert, update on games_account to kapao_app;

-- Providers removed from the setting games.providers. They can no longer be queried, so money there would be out of
-- reach: a provider may be removed only while no member holds anything there, and accepts no money from then on.
create table games_closed (
  game text collate "C" primary key
);
grant select, insert, delete on games_closed to kapao_app;

-- An account that is being opened at a provider: the name and the sealed password of the request, written before the
-- provider is called. Retries by any process use the same name, so only one account is opened there. The transaction
-- that adds the account to games_account deletes the row, so readers of accounts never see an unfinished one.
create table games_opening (
  member_id    text        collate "C" not null,
  game         text        not null,
  username     text        not null,
  -- Sealed as in games_account.
  password_box bytea       not null,
  -- Until then the requesting process holds the row.
  held_until   timestamptz not null,
  created_at   timestamptz not null,
  primary key (member_id, game),
  constraint games_opening_username unique (game, username)
);
grant select, insert, update, delete on games_opening to kapao_app;

-- A member's password at a provider that must be replaced: the member's own password has changed, or the answer to an
-- earlier replacement was lost. While the row exists the stored password is neither shown nor used to sign in.
create table games_renewal (
  member_id  text        collate "C" not null,
  game       text        collate "C" not null,
  -- How many times it was asked for: a replacement that began before the last time does not end it.
  asked      integer     not null default 1,
  -- Until then one process is replacing it.
  held_until timestamptz,
  next_at    timestamptz not null,
  tries      integer     not null default 0,
  created_at timestamptz not null,
  primary key (member_id, game)
);
create index games_renewal_due on games_renewal (game, next_at);
grant select, insert, update, delete on games_renewal to kapao_app;

-- When a member's balance at a provider was last requested and reported: one request in five seconds, across all
-- processes.
create table wallet_game (
  member_id text        collate "C" not null,
  game      text        not null,
  asked_at  timestamptz not null,
  reported_at   timestamptz,
  primary key (member_id, game)
) with (fillfactor = 70);
grant select, insert, update on wallet_game to kapao_app;

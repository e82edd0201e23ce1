-- A member's accounts at the game providers. The name is chosen and written before the provider is asked, so that a second
-- try after a lost reply asks for the same account.
create table games_account (
  member_id    text        collate "C" not null,
  game         text        not null,
  username     text        not null,
  -- AES-256-GCM under a key that is not in this database, bound to member and game.
  password_box bytea       not null,
  created_at   timestamptz not null,
  -- Null while nobody knows whether the provider has opened it.
  active_at    timestamptz,
  primary key (member_id, game),
  constraint games_account_username unique (game, username)
);
grant select, insert, update on games_account to kapao_app;

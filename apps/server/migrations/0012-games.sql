-- A member's accounts at the game providers. A row is written once the provider has opened the account; one whose answer
-- was lost stays there without money and without an owner.
create table games_account (
  member_id    text        collate "C" not null,
  game         text        not null,
  username     text        not null,
  -- AES-256-GCM under a key that is not in this database, bound to member and game.
  password_box bytea       not null,
  active_at    timestamptz not null,
  primary key (member_id, game),
  constraint games_account_username unique (game, username)
);
grant select, insert, update on games_account to kapao_app;

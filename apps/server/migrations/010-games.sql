-- A member's accounts at the game providers. A row is written once the provider has opened the account; one
-- whose answer was lost stays there without money and without an owner.
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

-- Providers that are taken out of the setting games.providers. They can be asked nothing any more, so whatever
-- members hold there is out of their reach: one may be taken out only while nobody holds anything there, and
-- from then on nothing goes in.
create table games_closed (
  game text collate "C" primary key
);
grant select, insert, delete on games_closed to kapao_app;

-- An account that is being opened at a provider: the name and the boxed password that it is asked for with,
-- written before anybody is asked. However often and by however many processes it is asked again, it is the
-- same name, so one account is opened there. A row goes in the transaction that puts the account into
-- games_account: whoever reads accounts never sees one that is only being opened.
create table games_opening (
  member_id    text        collate "C" not null,
  game         text        not null,
  username     text        not null,
  -- Closed as in games_account.
  password_box bytea       not null,
  -- Until then it is in the hands of the process that asks.
  held_until   timestamptz not null,
  created_at   timestamptz not null,
  primary key (member_id, game),
  constraint games_opening_username unique (game, username)
);
grant select, insert, update, delete on games_opening to kapao_app;

-- The way back from a restore: who was asked, and which balances at game providers nobody has explained yet.

-- What each party outside answered, the last time it was asked.
create table recovery_source (
  epoch    int         not null references core_restore,
  source   text        collate "C" not null check (length(source) between 1 and 100),
  asked_at timestamptz not null,
  since    timestamptz not null,
  -- Why it could not be asked, or cannot at all.
  why      text        check (length(why) between 1 and 300),
  known    int         not null,
  rebuilt  int         not null,
  waiting  int         not null,
  primary key (epoch, source)
);
grant select, insert, update on recovery_source to kapao_app;

-- Accounts at providers that were open when the restore was found. What the provider has more or less than the books
-- may be a transfer that the books have lost: it is not booked as play while the row is here.
create table recovery_doubt (
  member_id text        collate "C" not null,
  game      text        collate "C" not null,
  epoch     int         not null references core_restore,
  primary key (member_id, game)
);
grant select, delete on recovery_doubt to kapao_app;

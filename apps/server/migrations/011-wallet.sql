-- When a member's balance at a provider was last requested and reported: one request in five seconds, across all
-- processes.
create table wallet_game (
  member_id text        collate "C" not null,
  game      text        not null,
  asked_at  timestamptz not null,
  told_at   timestamptz,
  primary key (member_id, game)
) with (fillfactor = 70);
grant select, insert, update on wallet_game to kapao_app;

-- When a member's balance at a provider was asked for and told last: one question in five seconds, whichever
-- process asks.
create table wallet_game (
  member_id text        collate "C" not null,
  game      text        not null,
  asked_at  timestamptz not null,
  told_at   timestamptz,
  primary key (member_id, game)
) with (fillfactor = 70);
grant select, insert, update on wallet_game to kapao_app;

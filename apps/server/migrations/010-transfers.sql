-- Transfers between the wallet and the game providers: one row per move at a provider (`in`, `out`). A transfer from
-- one game to another has two: the second begins in the commit in which the first arrives in the wallet. `all` is the
-- parent of the moves that it began. The row is its own idempotency row.

create type transfers_kind as enum ('in', 'out', 'all');

-- held: the money is in transit and the provider may have been called. sent: called, with its balance noted before.
-- unknown: outcome unknown; it is being queried. exception: an operator must decide. done and returned are final.
create type transfers_state as enum ('held', 'sent', 'unknown', 'exception', 'done', 'returned');

create table transfers_transfer (
  id             uuid        primary key,
  member_id      text        collate "C" not null,
  key            text        not null,
  fingerprint    uuid        not null,
  parent         uuid        references transfers_transfer,
  kind           transfers_kind not null,
  game           text,
  from_place     text        not null,
  to_place       text        not null,
  from_account   bigint,
  hold_account   bigint,
  to_account     bigint,
  amount         bigint      not null,
  currency       ledger_currency not null,
  state          transfers_state not null,
  -- The account's balance before the call, as the provider reported it; for providers without references.
  balance_before bigint,
  statement_seq  bigint,
  -- Where it continues from the wallet, for a transfer from one game to another.
  next_id        uuid,
  next_game      text,
  next_account   bigint,
  tries          int         not null default 0,
  why            text,
  created_at     timestamptz not null,
  next_at        timestamptz not null,
  ended_at       timestamptz,
  -- Moving everything succeeds only when every game with money gave it. A leg that was refused at its start leaves no
  -- row of its own, so the games to be emptied are recorded with the parent.
  planned        text[],
  constraint transfers_transfer_once unique (key, member_id),
  check ((kind in ('in', 'out')) = (game is not null and hold_account is not null and from_account is not null and to_account is not null)),
  check ((ended_at is not null) = (state in ('done', 'returned')))
) with (fillfactor = 80);
-- One open move per member and provider: two at once could not be told apart afterwards.
create unique index transfers_transfer_in_flight on transfers_transfer (member_id, game)
  where game is not null and state in ('held', 'sent', 'unknown', 'exception');
create index transfers_transfer_exception on transfers_transfer (created_at) where state = 'exception';
create index transfers_transfer_parent on transfers_transfer (parent) where parent is not null;
-- From the statement row of money that stayed back to the move that it belongs to.
create index transfers_transfer_next on transfers_transfer (next_id) where next_id is not null;
-- The day's moves at a provider are read once a day. Rows are added in time order, so a BRIN index with a few entries
-- per megabyte suffices; a B-tree would cost every transfer two entries. Rows that fill gaps of older ones widen a
-- range, which is why several spans are kept per range.
create index transfers_transfer_when on transfers_transfer using brin (created_at timestamptz_minmax_multi_ops)
  with (pages_per_range = 128, autosummarize = on);
-- Read by the sweeper, party by party: the party that finishing a row waits for, then the longest due.
-- core/sweep/due-store.ts enters the index once for each party.
create index transfers_transfer_due on transfers_transfer ((coalesce(game, '')), next_at)
  where state in ('held', 'sent', 'unknown');
grant select, insert, update on transfers_transfer to kapao_app;

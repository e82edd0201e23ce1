-- One row per operation of a member, numbered without gaps, so that any page is a range of numbers.

-- The row that every operation of a member locks first: it numbers the statement, serializes the member's operations,
-- and lets `outcome` answer "never" with certainty.
create table statement_counter (
  member_id text collate "C" primary key,
  seq       bigint not null default 0
) with (fillfactor = 50);
grant select, insert, update on statement_counter to kapao_app;

create type statement_type as enum ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer');

create type statement_status as enum ('PENDING', 'SUCCESS', 'FAILED');

create table statement_row (
  member_id      text collate "C" not null,
  seq            bigint      not null,
  operation      uuid        not null,
  statement_type statement_type not null,
  "from"         text        not null,
  "to"           text        not null,
  status         statement_status not null,
  amount         bigint      not null check (amount >= 0),
  currency       ledger_currency not null,
  -- {bonus|promotion|invite|refund|luckydraw: {description}} when the operation has one.
  about          jsonb,
  created_at     timestamptz not null,
  primary key (member_id, seq)
) with (fillfactor = 80);
-- One kind of a statement is read as a range of its own, so that its thousandth page costs the same as its first.
create index statement_row_type on statement_row (member_id, statement_type, seq);
-- A member reads the end of an id out, and a receipt's proof code begins with it. Transfers, which are most rows, have none.
create index statement_row_reference on statement_row (right(operation::text, 12))
  where statement_type in ('deposit', 'withdraw');
grant select, insert, update (status, about) on statement_row to kapao_app;
grant select on statement_row to kapao_reader;

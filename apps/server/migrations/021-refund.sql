-- Refunds of losses: closed periods, each member's loss in them, and what was received of it.

create type refund_length as enum ('day', 'week');

-- A period whose members have all been processed. Periods follow each other without a gap and never overlap.
create table refund_closed (
  until     timestamptz   primary key,
  since     timestamptz   not null unique check (since < until),
  length    refund_length not null,
  closed_at timestamptz   not null,
  closed_by text          not null
);
grant select, insert on refund_closed to kapao_app;

-- The last movement of an account whose losses are counted; a late commit is counted in the next period only.
create table refund_cursor (
  account  bigint primary key,
  upto_seq bigint not null
);
grant select, insert, update (upto_seq) on refund_cursor to kapao_app;

-- I26: one row per member and period.
create table refund_period (
  member_id  text          collate "C" not null,
  -- The first day in Bangkok, after the length: `week 2026-11-16`.
  period     text          not null,
  since      timestamptz   not null,
  until      timestamptz   not null,
  currency   ledger_currency not null,
  lost       bigint        not null check (lost >= 0),
  won        bigint        not null check (won >= 0),
  -- Bonuses and other rewards that were credited, and all forfeits.
  gifts      bigint        not null check (gifts >= 0),
  forfeited  bigint        not null check (forfeited >= 0),
  -- Hundredths of a percent, as the operator had set it.
  rate       int           not null check (rate between 0 and 10000),
  amount     bigint        not null check (amount >= 0),
  -- The receipt of its payout; null while it waits.
  receipt    uuid,
  created_at timestamptz   not null,
  -- Wins in it from stakes of earlier periods, which do not count for this one.
  carried    bigint      not null default 0 check (carried >= 0),
  -- Excess refunds of earlier periods: deducted from this refund, and the rest for later ones.
  taken_off  bigint      not null default 0 check (taken_off >= 0),
  debt       bigint      not null default 0 check (debt >= 0),
  -- The item in which an operator has decided that nothing is owed for it.
  denied     bigint,
  loss       bigint      generated always as (lost - won - gifts + forfeited + carried) stored,
  primary key (member_id, period),
  check ((amount + taken_off) * 10000 <= greatest(lost - won - gifts + forfeited + carried, 0) * rate),
  check (denied is null or receipt is null)
);
-- What each period gives back to all members.
create index refund_period_until on refund_period (until) include (amount, currency);
create index refund_period_waiting on refund_period (member_id) where receipt is null;
grant select, insert, update (receipt, denied) on refund_period to kapao_app;

-- The operation's own row: its first leg is the movement.
create table refund_receipt (
  id          uuid        primary key,
  member_id   text        collate "C" not null,
  -- The newest of its periods, to which it is booked.
  period      text        not null,
  amount      bigint      not null check (amount > 0),
  currency    ledger_currency not null,
  key         text,
  fingerprint uuid        not null,
  created_at  timestamptz not null,
  constraint refund_receipt_key_once unique (key, member_id)
);
create index refund_receipt_member on refund_receipt (member_id, created_at, id);
grant select, insert on refund_receipt to kapao_app;

alter table refund_period add foreign key (receipt) references refund_receipt deferrable initially deferred;

-- Bets of sports and lotteries stay open for long: a bet that is open over the end of a period is refunded as lost,
-- and may come back as won. A net win from those games in a period is first set against their net losses of the thirty
-- days before. The excess refund of those losses is deducted from the next refunds.
create table refund_stake (
  member_id text        collate "C" not null,
  period    text        not null,
  until     timestamptz not null,
  game      text        not null,
  -- The game's net loss for the member in the period.
  lost      bigint      not null check (lost > 0),
  -- How much of it has come back since.
  returned  bigint      not null default 0,
  primary key (member_id, period, game),
  foreign key (member_id, period) references refund_period (member_id, period) deferrable initially deferred,
  check (returned between 0 and lost)
) with (fillfactor = 90);
create index refund_stake_open on refund_stake (member_id, until) where returned < lost;
grant select, insert, update (returned) on refund_stake to kapao_app;

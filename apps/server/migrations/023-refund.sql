-- Refunds of losses: periods that are closed, what each member lost in them, and what was received of it.

create type refund_length as enum ('day', 'week');

-- A period whose members have all been looked at. Periods follow on one another without a gap and never overlap.
create table refund_closed (
  until     timestamptz   primary key,
  since     timestamptz   not null unique check (since < until),
  length    refund_length not null,
  closed_at timestamptz   not null,
  closed_by text          not null
);
grant select, insert on refund_closed to kapao_app;

-- Up to which movement of an account losses are counted; what commits late is counted in the next period, and
-- only there.
create table refund_cursor (
  account  bigint primary key,
  upto_seq bigint not null
);
grant select, insert, update (upto_seq) on refund_cursor to kapao_app;

-- I26: a member and a period are one row.
create table refund_period (
  member_id  text          collate "C" not null,
  -- The first day in Bangkok, after the length: `week 2026-11-16`.
  period     text          not null,
  since      timestamptz   not null,
  until      timestamptz   not null,
  currency   ledger_currency not null,
  lost       bigint        not null check (lost >= 0),
  won        bigint        not null check (won >= 0),
  -- Bonuses and other rewards that were credited, and what of them or of anything was given up.
  gifts      bigint        not null check (gifts >= 0),
  forfeited  bigint        not null check (forfeited >= 0),
  -- Hundredths of a percent, as the operator had set it.
  rate       int           not null check (rate between 0 and 10000),
  amount     bigint        not null check (amount >= 0),
  -- What it was received with; null while it waits.
  receipt    uuid,
  created_at timestamptz   not null,
  -- Won in it from stakes of periods before: theirs, and not this one's.
  carried    bigint      not null default 0 check (carried >= 0),
  -- What was refunded too much for periods before: taken off this refund, and what is left of it for the next ones.
  taken_off  bigint      not null default 0 check (taken_off >= 0),
  debt       bigint      not null default 0 check (debt >= 0),
  -- The item by which a person has said that nothing is owed for it.
  denied     bigint,
  loss       bigint      generated always as (lost - won - gifts + forfeited + carried) stored,
  primary key (member_id, period),
  check ((amount + taken_off) * 10000 <= greatest(lost - won - gifts + forfeited + carried, 0) * rate),
  check (denied is null or receipt is null)
);
create index refund_period_waiting on refund_period (member_id) where receipt is null;
grant select, insert, update (receipt, denied) on refund_period to kapao_app;

-- The operation's own row: its first leg is the movement.
create table refund_receipt (
  id          uuid        primary key,
  member_id   text        collate "C" not null,
  -- The newest of the periods that it was for, to which it is booked.
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

-- Bets of sports and lotteries stay open for long: one that is open over the end of a period is given back as
-- lost, and may come back as won. What those games give in a period, more than they take in it, is set first
-- against what they took in the thirty days before. What was refunded of that too much is taken off the next
-- refunds.
create table refund_stake (
  member_id text        collate "C" not null,
  period    text        not null,
  until     timestamptz not null,
  game      text        not null,
  -- More than the game gave in the period.
  lost      bigint      not null check (lost > 0),
  -- What of it has come back since.
  returned  bigint      not null default 0,
  primary key (member_id, period, game),
  foreign key (member_id, period) references refund_period (member_id, period) deferrable initially deferred,
  check (returned between 0 and lost)
) with (fillfactor = 90);
create index refund_stake_open on refund_stake (member_id, until) where returned < lost;
grant select, insert, update (returned) on refund_stake to kapao_app;

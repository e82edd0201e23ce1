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

-- Up to which movement of an account losses are counted; what commits late is counted in the next period, and only there.
create table refund_cursor (
  account  bigint primary key,
  upto_seq bigint not null
);

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
  loss       bigint        generated always as (lost - won - gifts + forfeited) stored,
  -- Hundredths of a percent, as the operator had set it.
  rate       int           not null check (rate between 0 and 10000),
  amount     bigint        not null check (amount >= 0),
  -- What it was received with; null while it waits.
  receipt    uuid,
  created_at timestamptz   not null,
  primary key (member_id, period),
  check (amount * 10000 <= greatest(lost - won - gifts + forfeited, 0) * rate)
);
create index refund_period_waiting on refund_period (member_id) where receipt is null;

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
alter table refund_period add foreign key (receipt) references refund_receipt deferrable initially deferred;

-- Once received it stays so, and figures that were told do not change.
create function refund_period_guard() returns trigger language plpgsql as $$
begin
  if old.receipt is not null then
    raise exception 'the refund of % for % was received', old.member_id, old.period using errcode = 'KR001';
  end if;
  return new;
end $$;
create trigger refund_period_guard before update on refund_period for each row execute function refund_period_guard();

grant select, insert on refund_closed, refund_cursor, refund_period, refund_receipt to kapao_app;
grant update (upto_seq) on refund_cursor to kapao_app;
grant update (receipt) on refund_period to kapao_app;

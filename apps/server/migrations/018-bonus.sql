-- Bonuses: the campaigns that operators define, what members have received, and the current condition of a member.

create type bonus_type as enum ('limit', 'day', 'week');

create type bonus_source as enum ('bonus', 'promotion', 'invite', 'refund');

create type bonus_state as enum ('active', 'clearing', 'ended');

-- emptied: no money was left under the condition, so it ended on its own.
create type bonus_end as enum ('cancelled', 'withdrawn', 'emptied');

create table bonus_campaign (
  code         text        primary key check (code ~ '^[A-Z0-9_.-]{1,64}$'),
  type         bonus_type  not null,
  max_received int         not null check (max_received between 1 and 1000),
  -- How many may be given to all members together; null for any number.
  quota        int         check (quota >= 0),
  given        int         not null default 0 check (given >= 0),
  terms        jsonb       not null,
  -- [{image, html}] for each language.
  banners      jsonb       not null,
  is_on        boolean     not null,
  starts_at    timestamptz,
  ends_at      timestamptz check (ends_at > starts_at),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  check (given <= quota)
);
grant select, insert on bonus_campaign to kapao_app;
grant update (type, max_received, quota, given, terms, banners, is_on, starts_at, ends_at, updated_at) on
  bonus_campaign to kapao_app;

-- A reward under its withdrawal condition, of any source. Its terms are fixed when it is given: later changes by
-- operators do not affect it.
create table bonus_held (
  -- Also the operation of its movements: the first credits, the second forfeits, the third takes the rest in the
  -- wallet.
  id             uuid        primary key,
  member_id      text        collate "C" not null,
  source         bonus_source not null,
  code           text        not null,
  key            text,
  fingerprint    uuid,
  -- Everything that the member had when it was given.
  deposit        bigint      not null check (deposit >= 0),
  bonus          bigint      not null check (bonus > 0),
  currency       ledger_currency not null,
  target         bigint      not null check (target > 0),
  end_amount     bigint      not null check (end_amount >= 0),
  withdraw_max   bigint      check (withdraw_max > 0),
  factor         text        not null,
  -- The part of the target that earlier rewards require, so that no stake counts for two.
  to_play_first  bigint      not null default 0 check (to_play_first between 0 and target),
  terms          jsonb       not null,
  -- How much of a stake in each game counts, in percent, by the game categories at that time; others count in full.
  shares         jsonb       not null,
  -- Its name in the member's statement and page, in each language.
  about          jsonb       not null,
  -- The deposit that it is a share of; once per deposit.
  used_deposit   uuid        constraint bonus_held_deposit_once unique,
  state          bonus_state not null,
  statement_seq  bigint      not null,
  ended_by       bonus_end,
  clear_key      text,
  -- The member's total when the ending began, and how much of the wallet was forfeited.
  total_at_end   bigint,
  wallet_taken   bigint      not null default 0 check (wallet_taken >= 0),
  taken          bigint,
  withdrawal     uuid,
  tries          int         not null default 0,
  -- The item whose denial took the reward: it is deducted at the end, and the rest stays.
  denied_by      bigint,
  next_at        timestamptz not null,
  created_at     timestamptz not null,
  ended_at       timestamptz,
  constraint bonus_held_key_once unique (key, member_id),
  check ((ended_at is not null) = (state = 'ended') and (taken is not null) = (state = 'ended')),
  check ((ended_by is not null) = (state <> 'active'))
) with (fillfactor = 80);
-- I21: one at a time, of any source.
create unique index bonus_held_active_once on bonus_held (member_id) where state <> 'ended';
create index bonus_held_clearing on bonus_held (next_at) where state = 'clearing';
create index bonus_held_member on bonus_held (member_id, created_at);
-- What each bonus and code has cost lately.
create index bonus_held_given on bonus_held (created_at) include (source, code, bonus, currency);
-- Who holds one now.
create index bonus_held_now on bonus_held (source, code, created_at) where state <> 'ended';
create index bonus_held_clear_key on bonus_held (clear_key, member_id) where clear_key is not null;
-- Bonuses that ended some days ago are checked before withdrawals stop checking them.
create index bonus_held_ended on bonus_held (ended_at) where state = 'ended';
grant select, insert on bonus_held to kapao_app;
grant update (state, ended_by, clear_key, total_at_end, wallet_taken, taken, withdrawal, tries, denied_by, next_at, ended_at)
  on bonus_held to kapao_app;

-- I22: receipts are numbered within their period, so that no two are the same.
create table bonus_receipt (
  member_id  text        collate "C" not null,
  code       text        not null references bonus_campaign,
  -- `all`, the day, or the Monday of the week, in Bangkok.
  period     text        not null,
  n          int         not null check (n > 0),
  held       uuid        not null references bonus_held deferrable initially deferred,
  updated_at timestamptz not null,
  primary key (member_id, code, period, n)
);
grant select, insert on bonus_receipt to kapao_app;

-- The amount taken out of each game when a bonus ends; `taken` is null until that has ended at the provider.
create table bonus_taking (
  held     uuid   not null references bonus_held,
  game     text   not null,
  expected bigint not null check (expected > 0),
  attempt  int    not null default 1,
  transfer uuid,
  taken    bigint check (taken >= 0),
  primary key (held, game)
);
grant select, insert, update (attempt, transfer, taken) on bonus_taking to kapao_app;

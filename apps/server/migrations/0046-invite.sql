-- Invite rewards: what each invited member has played, counted once, and what the inviter has received for it.

-- Up to which movement of a game account its play is counted; movements of an account are numbered without a gap, so none is
-- counted twice and none is left out, whatever the clocks say.
create table invite_cursor (
  account  bigint primary key,
  upto_seq bigint not null check (upto_seq > 0)
);

-- One counting of one account: what was played, and what its inviter earned of it then.
create table invite_accrual (
  account    bigint      not null,
  upto_seq   bigint      not null,
  inviter    text        collate "C" not null,
  invitee    text        collate "C" not null,
  currency   ledger_currency not null,
  play       bigint      not null check (play > 0),
  -- Hundredths of a percent, as the operator had set it.
  rate       int         not null check (rate between 0 and 10000),
  -- Ten-thousandths of the smallest unit, so that small plays add up to whole ones.
  earned     bigint      generated always as (play * rate) stored,
  -- Why it earned nothing, where it did not.
  void       text        check (void in ('same-person', 'currency', 'off')),
  created_at timestamptz not null,
  primary key (account, upto_seq),
  check (inviter <> invitee),
  check (void is null or rate = 0)
);
create index invite_accrual_invitee on invite_accrual (invitee);

create table invite_invitee (
  invitee text   collate "C" primary key,
  inviter text   collate "C" not null,
  play    bigint not null default 0,
  earned  bigint not null default 0 check (earned >= 0)
) with (fillfactor = 80);
create index invite_invitee_inviter on invite_invitee (inviter);

create table invite_balance (
  member_id text   collate "C" primary key,
  -- Ten-thousandths of the smallest unit.
  earned    bigint not null default 0,
  -- Smallest units.
  received  bigint not null default 0 check (received >= 0),
  check (received <= earned / 10000)
) with (fillfactor = 80);

-- The operation's own row: its first leg is the movement.
create table invite_receipt (
  id          uuid        primary key,
  member_id   text        collate "C" not null,
  amount      bigint      not null check (amount > 0),
  currency    ledger_currency not null,
  key         text,
  fingerprint uuid        not null,
  created_at  timestamptz not null,
  constraint invite_receipt_key_once unique (key, member_id)
);
create index invite_receipt_member on invite_receipt (member_id, created_at);

grant select, insert on invite_cursor, invite_accrual, invite_invitee, invite_balance, invite_receipt to kapao_app;
grant update (upto_seq) on invite_cursor to kapao_app;
grant update (play, earned) on invite_invitee to kapao_app;
grant update (earned, received) on invite_balance to kapao_app;

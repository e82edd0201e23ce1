-- Invite rewards: what each invited member has played, counted once, and what the inviter has received for it.

-- Up to which movement of a game account its play is counted; movements of an account are numbered without a
-- gap, so none is counted twice and none is left out, whatever the clocks say.
create table invite_cursor (
  account  bigint primary key,
  upto_seq bigint not null check (upto_seq > 0)
);
grant select, insert, update (upto_seq) on invite_cursor to kapao_app;

create table invite_invitee (
  invitee text   collate "C" primary key,
  inviter text   collate "C" not null,
  play    bigint not null default 0,
  earned  bigint not null default 0 check (earned >= 0),
  -- Lost less won, as far as it is counted.
  net     bigint      not null default 0,
  -- The most that net has ever been at an end: as much is earned of, once.
  high    bigint      not null default 0 check (high >= 0),
  check (high >= net)
) with (fillfactor = 80);
create index invite_invitee_inviter on invite_invitee (inviter);
grant select, insert, update (play, earned, net, high) on invite_invitee to kapao_app;

create table invite_balance (
  member_id text   collate "C" primary key,
  -- Ten-thousandths of the smallest unit.
  earned    bigint not null default 0,
  -- Smallest units.
  received  bigint not null default 0 check (received >= 0),
  check (received <= earned / 10000)
) with (fillfactor = 80);
grant select, insert, update (earned, received) on invite_balance to kapao_app;

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
grant select, insert on invite_receipt to kapao_app;

-- One counting of one invitee, at the end of a period, over all games together, and only so far as they are
-- deeper in loss than they have ever been at such an end: what comes back later, in whichever period, is set
-- against what is lost next.
create table invite_period (
  invitee    text        collate "C" not null,
  until      timestamptz not null,
  inviter    text        collate "C" not null,
  currency   ledger_currency not null,
  lost       bigint      not null check (lost >= 0),
  won        bigint      not null check (won >= 0),
  -- By how much the invitee is deeper in loss than before: what is earned of.
  counted    bigint      not null check (counted >= 0),
  -- Hundredths of a percent, as the operator had set it.
  rate       int         not null check (rate between 0 and 10000),
  -- Ten-thousandths of the smallest unit; less than the rate says where the most for one invitee is reached.
  earned     bigint      not null check (earned >= 0 and earned <= counted * rate),
  -- Why it earned nothing, where it did not.
  void       text        check (void in ('same-person', 'currency', 'off', 'denied')),
  created_at timestamptz not null,
  primary key (invitee, until),
  check (inviter <> invitee),
  check (void is null or rate = 0)
);
grant select, insert on invite_period to kapao_app;

-- What was earned by an invitee and is not received any more: a person has said that it is not owed.
create table invite_denied (
  item       bigint      primary key,
  invitee    text        collate "C" not null,
  inviter    text        collate "C" not null,
  -- Ten-thousandths of the smallest unit; what was received before stays received.
  earned     bigint      not null check (earned >= 0),
  created_at timestamptz not null
);
create index invite_denied_invitee on invite_denied (invitee);
grant select, insert on invite_denied to kapao_app;

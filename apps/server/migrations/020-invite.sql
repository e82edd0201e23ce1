-- Invite rewards: the play of each invited member, counted once, and what the inviter has received for it.

-- The last movement of a game account whose play is counted; an account's movements are numbered without a gap, so
-- none is counted twice or skipped, whatever the clocks say.
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
  -- Losses minus wins, as far as they are counted.
  net     bigint      not null default 0,
  -- The highest net at any period end: only an excess over it earns, once.
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

-- One count of one invitee, at the end of a period, over all games together. Only a loss deeper than at any earlier
-- end counts: later returns, in any period, are set against the next losses.
create table invite_period (
  invitee    text        collate "C" not null,
  until      timestamptz not null,
  inviter    text        collate "C" not null,
  currency   ledger_currency not null,
  lost       bigint      not null check (lost >= 0),
  won        bigint      not null check (won >= 0),
  -- By how much the invitee's loss is deeper than before: the base of the reward.
  counted    bigint      not null check (counted >= 0),
  -- Hundredths of a percent, as the operator had set it.
  rate       int         not null check (rate between 0 and 10000),
  -- Ten-thousandths of the smallest unit; less than the rate gives when the maximum per invitee is reached.
  earned     bigint      not null check (earned >= 0 and earned <= counted * rate),
  -- Why it earned nothing, if so.
  void       text        check (void in ('same-person', 'currency', 'off', 'denied')),
  created_at timestamptz not null,
  primary key (invitee, until),
  check (inviter <> invitee),
  check (void is null or rate = 0)
);
-- What each counting has earned all members.
create index invite_period_until on invite_period (until) include (earned, currency);
grant select, insert on invite_period to kapao_app;

-- Earnings from an invitee that can no longer be received: an operator has decided that they are not owed.
create table invite_denied (
  item       bigint      primary key,
  invitee    text        collate "C" not null,
  inviter    text        collate "C" not null,
  -- Ten-thousandths of the smallest unit; amounts received before stay received.
  earned     bigint      not null check (earned >= 0),
  created_at timestamptz not null
);
create index invite_denied_invitee on invite_denied (invitee);
grant select, insert on invite_denied to kapao_app;

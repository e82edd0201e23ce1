-- Losses were counted result by result, so what was lost, given back and lost again was earned of each time. From here on an invited
-- member's play is counted at the end of a period, over all games together, and only so far as they are deeper in loss than they have
-- ever been at such an end: what comes back later, in whichever period, is set against what is lost next.
alter table invite_invitee
  -- Lost less won, as far as it is counted; what was counted result by result before stands as lost.
  add column net  bigint not null default 0,
  -- The most that net has ever been at an end: as much is earned of, once.
  add column high bigint not null default 0 check (high >= 0);
update invite_invitee set net = play, high = play;
alter table invite_invitee add check (high >= net);

-- One counting of one invitee, at the end of a period.
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

grant select, insert on invite_period, invite_denied to kapao_app;
grant update (net, high) on invite_invitee to kapao_app;

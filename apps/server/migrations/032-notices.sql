-- What happened to a member's money or account, kept for them in the transaction of the event, and on its way to them.

create type notices_kind as enum (
  'deposit.credited', 'deposit.failed', 'withdrawal.paid', 'withdrawal.returned', 'transfer.ended',
  'deposit.taken', 'deposit.moved', 'deposit.sentBack', 'withdrawal.paidByHand', 'bank.changed', 'bank.byHand', 'password.changed',
  'talk.answered'
);

-- new: which channels carry it was not decided yet. watched: a warning that must be read or sent within its time.
-- settled: nothing more is to be done about it.
create type notices_stage as enum ('new', 'watched', 'settled');

create table notices_notice (
  id        bigint        generated always as identity primary key,
  member_id text          collate "C" not null,
  kind      notices_kind  not null,
  -- The event: what is noted again under the same key is the same notice.
  key       text          collate "C" not null check (length(key) between 1 and 200),
  -- {amount, currency, outcome}; no names.
  about     jsonb         not null default '{}' check (jsonb_typeof(about) = 'object'),
  -- By the database's clock: a terminal's clock is controlled by its operator.
  at        timestamptz   not null default now(),
  read_at   timestamptz,
  stage     notices_stage not null default 'new',
  constraint notices_notice_once unique (member_id, key)
) with (fillfactor = 80);
create index notices_notice_member on notices_notice (member_id, id);
create index notices_notice_unread on notices_notice (member_id, kind) where read_at is null;
create index notices_notice_new on notices_notice (id) where stage = 'new';
create index notices_notice_watched on notices_notice (at) where stage = 'watched';
create index notices_notice_when on notices_notice using brin (at timestamptz_minmax_multi_ops)
  with (pages_per_range = 128, autosummarize = on);
grant select, insert, update (read_at, stage), delete on notices_notice to kapao_app;

create type notices_channel as enum ('sms', 'push', 'line');

-- due: to be sent, at first or again. sending: a process sends it. unknown: an SMS that may have been sent, and is never
-- repeated. dropped: what it was to be sent to is gone. given-up: it could not be sent within a day.
create type notices_state as enum ('due', 'sending', 'sent', 'unknown', 'dropped', 'given-up');

create table notices_delivery (
  -- Made of member, key, channel and target, so that a restored house knows what it sent before.
  id          uuid            primary key,
  notice      bigint          not null references notices_notice on delete cascade,
  channel     notices_channel not null,
  -- The phone of the member as it is when it is sent is 'phone'.
  target      text            collate "C" not null,
  state       notices_state   not null default 'due',
  tries       int             not null default 0,
  next_at     timestamptz     not null,
  -- Until when the process that sends it has it for itself.
  taken_until timestamptz,
  why         text            check (length(why) <= 300),
  ended_at    timestamptz,
  check ((ended_at is not null) = (state not in ('due', 'sending'))),
  check (state <> 'sending' or taken_until is not null)
) with (fillfactor = 80);
create index notices_delivery_notice on notices_delivery (notice);
create index notices_delivery_due on notices_delivery (next_at) where state = 'due';
create index notices_delivery_sending on notices_delivery (taken_until) where state = 'sending';
-- For the list of what no channel has carried: few of all.
create index notices_delivery_unsent on notices_delivery (notice) where state <> 'sent';
grant select, insert, update (state, tries, next_at, taken_until, why, ended_at) on notices_delivery to kapao_app;

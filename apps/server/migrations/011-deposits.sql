-- Money that arrived in a house account: one row per transfer, however many channels saw it. The reports of it
-- are in deposits_report; the names that identify it again, in deposits_reference.

create type deposits_channel as enum ('bank', 'sms', 'slip', 'qr', 'giftlink', 'manual');

-- credited: in a wallet. suspended: in the suspense account, with a reason. refused: still there, and
-- to be sent back once that can no longer be undone. returned: sent back to the payer. taken:
-- was in a wallet, and was reversed.
create type deposits_state as enum ('credited', 'suspended', 'refused', 'returned', 'taken');

create type deposits_why as enum (
  'unknown-payer', 'ambiguous', 'wrong-payer', 'unproven-payer', 'unknown-member', 'inactive', 'currency', 'bonus', 'late',
  'repeated', 'review', 'alike', 'unconfirmed', 'message'
);

-- Lock rows: a caller that checks whether a transfer has been seen, and then acts on it, holds one of these, chosen by
-- account and amount, since two reports of one transfer agree in both even when neither has a reference.
create table deposits_lock (
  no smallint primary key
);
insert into deposits_lock select generate_series(0, 255);
grant select, update on deposits_lock to kapao_app;

create table deposits_deposit (
  id               uuid        primary key,
  house_kind       text        not null check (house_kind in ('bank', 'gateway', 'giftlink')),
  house_party      text        not null,
  house_account    bigint      not null,
  suspense_account bigint      not null,
  amount           bigint      not null check (amount > 0),
  currency         ledger_currency not null,
  state            deposits_state not null,
  -- The owner; for suspended money the possible owner.
  member_id        text        collate "C",
  why              deposits_why,
  first_channel    deposits_channel not null,
  -- Whether a report with a reference has been received, and whether one without.
  named            boolean     not null,
  unnamed          boolean     not null,
  from_place       text        not null,
  payer_bank       text,
  payer_account    text,
  payer_name       text,
  paid_at          timestamptz not null,
  coins            bigint      not null default 0 check (coins >= 0),
  statement_seq    bigint,
  statement_id     uuid,
  created_at       timestamptz not null,
  settled_at       timestamptz,
  -- The statement of the operator who placed or returned it.
  note             text,
  -- Who refused it, why, and until when that can be undone: nothing is given back before.
  refused_by       text,
  refused_why      text,
  undo_until       timestamptz,
  -- Who has made the bank transfer back to its payer, when, and what the bank calls it; without a reference nothing was
  -- to be sent, because the money had never come.
  sent_at          timestamptz,
  sent_by          text,
  sent_reference   text,
  -- The operation of the reversal, whose movements reverse the deposit's.
  taken_by         uuid        unique,
  -- When it was booked, by the database's clock, so that each day's bookings are compared with the bank whatever day
  -- they claim, and whatever a terminal's clock says.
  noted_at         timestamptz default now() not null,
  -- The member from whom waiting money was taken when it was given to another; that member is notified.
  moved_from       text,
  check ((state in ('suspended', 'refused')) = (settled_at is null)),
  check (state not in ('suspended', 'refused') or why is not null),
  check (state <> 'refused' or (refused_by is not null and refused_why is not null and undo_until is not null)),
  check ((sent_at is null) = (sent_by is null)),
  check (sent_at is null or state = 'returned'),
  check (sent_at is not null or sent_reference is null),
  check (state <> 'credited' or (member_id is not null and statement_seq is not null)),
  check ((statement_seq is null) = (statement_id is null))
) with (fillfactor = 80);
create index deposits_deposit_alike on deposits_deposit (house_account, amount, paid_at);
create index deposits_deposit_house on deposits_deposit (house_account, paid_at);
create index deposits_deposit_suspended on deposits_deposit (created_at) where state = 'suspended';
create index deposits_deposit_refused on deposits_deposit (undo_until) where state = 'refused';
-- What was booked as given back and is still to be sent; a transfer that was reported twice came once.
create index deposits_deposit_to_send on deposits_deposit (settled_at, id)
  where state = 'returned' and sent_at is null and why not in ('alike', 'repeated');
create index deposits_deposit_waiting on deposits_deposit (member_id) where state = 'suspended';
-- The newest deposit of a member, which a bonus may be a share of.
create index deposits_deposit_credited on deposits_deposit (member_id, settled_at) where state = 'credited';
-- A few pages of entries however many rows there are, and no entry to write per row.
create index deposits_deposit_booked on deposits_deposit using brin (created_at, noted_at) with (pages_per_range = 16, autosummarize = on);
-- Few deposits have no reference yet, and those with one are compared with nothing else.
create index deposits_deposit_unnamed on deposits_deposit (house_account, amount, paid_at) where not named;
-- Operators search payments by their sum and time.
create index deposits_deposit_sum on deposits_deposit (amount, created_at);
grant select, insert, update on deposits_deposit to kapao_app;

create table deposits_reference (
  reference text collate "C" primary key,
  deposit   uuid not null
);
create index deposits_reference_deposit on deposits_reference (deposit);
grant select, insert, delete on deposits_reference to kapao_app;

create table deposits_report (
  channel       deposits_channel not null,
  event_id      text        collate "C" not null,
  deposit       uuid        not null,
  house_account bigint      not null,
  amount        bigint      not null,
  currency      ledger_currency not null,
  paid_at       timestamptz not null,
  -- It reported another amount, currency or account than was booked; an operator must decide.
  differs       boolean     not null,
  created_at    timestamptz not null,
  -- A slip may be credited before the bank reports its transfer. When the bank then reports another payer than the
  -- credited member no money moves, and the case is listed as a mismatch.
  other_payer   boolean     not null default false,
  -- Whom this report names, as far as it shows: the deposit's own payer is merged from all of them.
  payer_bank    text,
  payer_account text,
  payer_name    text,
  -- When an operator has cleared up a report that contradicts what was booked.
  seen_at       timestamptz,
  seen_by       text,
  primary key (channel, event_id)
);
create index deposits_report_deposit on deposits_report (deposit);
create index deposits_report_differs on deposits_report (created_at) where differs;
create index deposits_report_other_payer on deposits_report (created_at) where other_payer;
create index deposits_report_desk on deposits_report (created_at, channel, event_id)
  where (differs or other_payer) and seen_at is null;
grant select, insert, update, delete on deposits_report to kapao_app;

-- A deposit that a member announced by hand (POST /api/wallet/add). It credits nothing; arriving money takes over its
-- row.
create table deposits_request (
  id            uuid        primary key,
  member_id     text        collate "C" not null,
  key           text        not null,
  fingerprint   uuid        not null,
  amount        bigint      not null check (amount > 0),
  currency      ledger_currency not null,
  -- The amount has unique satang, reserved by us, so that it differs from all other expected amounts.
  reserved      boolean     not null,
  state         text        not null check (state in ('open', 'done', 'refused', 'expired')),
  deposit       uuid,
  why           text,
  statement_seq bigint      not null,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  constraint deposits_request_once unique (key, member_id),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'done') = (deposit is not null))
);
create index deposits_request_open on deposits_request (member_id, amount) where state = 'open';
-- Operators compare waiting money with announced sums.
create index deposits_request_sum on deposits_request (currency, amount) where state = 'open';
create index deposits_request_due on deposits_request (created_at) where state = 'open';
-- A reserved amount is expected once at a time.
create unique index deposits_request_reserved on deposits_request (currency, amount) where state = 'open' and reserved;
-- An amount with unique satang identifies the member who pays it. It stays reserved for some days after its request
-- has ended, so that a late payment is not credited to a stranger; it is looked up amount by amount, however long the
-- history of each is.
create index deposits_request_satang on deposits_request (currency, amount, (coalesce(ended_at, 'infinity'::timestamptz))) where reserved;
grant select, insert, update on deposits_request to kapao_app;

-- One arrival, as the input of deposits_settle. Accounts and members are positions in the lists that come with it, 0
-- for none. paid_from and paid_to: the range in which it may have been paid; null when the reported moment is exact.
-- coin_per: how much of the currency earns a coin; when set, deposits_settle counts `coins`.
create type deposits_arrival as (
  id uuid, turn smallint, channel deposits_channel, event text, refs text[],
  known uuid, force boolean, note text,
  member int, house int, suspense int, wallet int, coin int, coin_house int, coins bigint,
  amount bigint, currency ledger_currency, why deposits_why, house_kind text, house_party text,
  from_place text, payer_bank text, payer_account text, payer_name text, paid_at timestamptz, about jsonb, actor text, request text,
  paid_from timestamptz, paid_to timestamptz,
  coin_per bigint,
  trust_pot text, trust_max bigint, trust_blind boolean, checking jsonb
);

-- Money on its way out to a member's bank account.

create type withdrawals_state as enum (
  'sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown', 'exception', 'paid', 'returned', 'failed'
);

create table withdrawals_withdrawal (
  -- Also the payment reference, the same at every attempt.
  id               uuid        primary key,
  member_id        text        not null,
  key              text        not null,
  fingerprint      uuid        not null,
  -- Whether every game was emptied first.
  of_all           boolean     not null,
  wallet_account   bigint      not null,
  hold_account     bigint      not null,
  amount           bigint      not null check (amount > 0),
  currency         ledger_currency not null,
  state            withdrawals_state not null,
  -- The destination as registered at the request; later changes of the profile do not affect it.
  bank_code        text        not null,
  bank_account_no  text        not null,
  bank_account_name text       not null,
  -- How many different operators must approve; none below the amount that is paid automatically.
  approvals_needed int         not null check (approvals_needed between 0 and 2),
  -- No approval before this: the bank account was changed recently.
  not_before       timestamptz,
  statement_seq    bigint      not null,
  -- The payout channel, set before it is called, and its id of the payout.
  channel          text,
  payout           text,
  reason           text,
  why              text,
  tries            int         not null default 0,
  created_at       timestamptz not null,
  next_at          timestamptz not null,
  approved_at      timestamptz,
  -- Until then the decision of an operator can be undone: nothing is sent, and nothing given back.
  undo_until       timestamptz,
  rejected_by      text,
  sent_at          timestamptz,
  ended_at         timestamptz,
  -- Approval limits use only the database's clock: a terminal's clock is controlled by the operator who wants to
  -- approve.
  noted_at         timestamptz not null default now(),
  constraint withdrawals_withdrawal_once unique (key, member_id),
  -- A payout belongs to one withdrawal.
  constraint withdrawals_withdrawal_payout unique (channel, payout),
  check ((ended_at is not null) = (state in ('paid', 'returned', 'failed'))),
  check (state not in ('sent', 'unknown', 'exception', 'paid') or (approved_at is not null and channel is not null and sent_at is not null))
) with (fillfactor = 70);
-- I14: one at a time.
create unique index withdrawals_withdrawal_open_once on withdrawals_withdrawal (member_id)
  where state in ('sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown', 'exception');
-- The withdrawals that operators look at.
create index withdrawals_withdrawal_open on withdrawals_withdrawal (created_at) where state in ('sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown', 'exception');
create index withdrawals_withdrawal_paid on withdrawals_withdrawal (ended_at) where state = 'paid';
create index withdrawals_withdrawal_member on withdrawals_withdrawal (member_id, created_at);
-- Operators search by sum and time, and by the number that a member quotes.
create index withdrawals_withdrawal_sum on withdrawals_withdrawal (amount, created_at);
create index withdrawals_withdrawal_number on withdrawals_withdrawal (right(id::text, 12));
-- Withdrawals sent to a channel on a day, for the comparison with its report.
create index withdrawals_withdrawal_sent on withdrawals_withdrawal (channel, sent_at) where sent_at is not null;
-- Read by the sweeper, party by party. Withdrawals that no channel was asked to pay yet are a party of their own,
-- apart from a channel that may be slow to report on the others.
create index withdrawals_withdrawal_due
  on withdrawals_withdrawal ((coalesce(channel, case when currency = 'LAK' then 'new LAK' else 'new BAHT' end)), next_at)
  where state in ('sweeping', 'approved', 'rejected', 'sent', 'unknown') or (state = 'held' and approvals_needed = 0);
grant select, insert on withdrawals_withdrawal to kapao_app;
grant update (state, channel, payout, reason, why, tries, next_at, approved_at, undo_until, rejected_by, sent_at, ended_at) on
  withdrawals_withdrawal to kapao_app;

-- The approvals; one per operator.
create table withdrawals_approval (
  withdrawal uuid        not null references withdrawals_withdrawal,
  operator   text        not null,
  at         timestamptz not null,
  primary key (withdrawal, operator)
);
grant select, insert on withdrawals_approval to kapao_app;

-- Payouts that their bank returned after reporting them as paid. The withdrawal has ended and stays as it was; the
-- money goes back to the wallet by an operation of its own.
create table withdrawals_bounce (
  withdrawal uuid        primary key references withdrawals_withdrawal,
  operation  uuid        not null unique,
  operator   text        not null,
  why        text        not null,
  at         timestamptz not null
);
grant select, insert on withdrawals_bounce to kapao_app;

-- The ledger: two tables, one writer. docs/money.md describes it.
--
-- A movement takes `amount` from the account `debit` and gives it to the account `credit`, in one currency, so that an
-- unbalanced posting cannot be written. A balance is the sum received minus the sum given: members' accounts are at or
-- above their floor of zero, house accounts that represent the outside world go below it.

create type ledger_currency as enum ('BAHT', 'LAK', 'COIN');

create type ledger_kind as enum (
  'opening',
  'deposit', 'suspense', 'suspense_release',
  'transfer_hold', 'transfer_settle', 'transfer_return',
  'withdrawal_hold', 'withdrawal_paid', 'withdrawal_return',
  'play_result',
  'bonus', 'promotion', 'invite', 'refund', 'prize', 'forfeit',
  'coin_grant', 'coin_spend',
  'correction'
);

create table ledger_account (
  id       bigint          generated always as identity primary key,
  -- The member who owns the account; null for a house account.
  owner    text,
  kind     text            not null,
  -- The counterparty when a kind has several: a provider, a bank account, a gateway.
  party    text            not null default '',
  currency ledger_currency not null,
  -- Null: may go below zero.
  floor    bigint,
  balance  bigint          not null default 0,
  seq      bigint          not null default 0,
  constraint ledger_account_name unique nulls not distinct (owner, kind, party, currency),
  constraint ledger_account_floor check (floor is null or balance >= floor)
)
-- Leaves room on each page for the next version of a row, so that an update touches no index.
with (fillfactor = 50);
grant select on ledger_account to kapao_app;
grant select on ledger_account to kapao_reader;

create table ledger_movement (
  id             bigint      generated always as identity primary key,
  -- Chosen by the operation before anything happens; the same on every retry.
  idem           uuid        not null constraint ledger_movement_idem unique,
  debit          bigint      not null,
  credit         bigint      not null,
  amount         bigint      not null,
  debit_seq      bigint      not null,
  debit_balance  bigint      not null,
  credit_seq     bigint      not null,
  credit_balance bigint      not null,
  kind           ledger_kind not null,
  ref            text        not null default '',
  -- The movement that this one reverses.
  reverses       uuid,
  created_at     timestamptz not null,
  -- Hides the other fields of a sealed movement from readers of its hash.
  salt           uuid        not null default gen_random_uuid(),
  constraint ledger_movement_amount check (amount > 0 and amount <= 100000000000000 and debit <> credit),
  constraint ledger_movement_debit unique (debit, debit_seq),
  constraint ledger_movement_credit unique (credit, credit_seq)
);
-- Who else had such a result at the same game at about the same time: asked when a reward is released.
create index ledger_movement_play on ledger_movement
  (ref, date_bin(interval '1 hour', created_at, '1970-01-01 00:00:00+00'::timestamptz), amount) where kind = 'play_result';
create unique index ledger_movement_reverses on ledger_movement (reverses) where reverses is not null;
grant select on sequence ledger_movement_id_seq to kapao_app;
grant select on ledger_movement to kapao_app;
grant select on ledger_movement to kapao_reader;

create table ledger_seal (
  no        bigint      primary key,
  from_id   bigint      not null,
  upto_id   bigint      not null,
  movements bigint      not null,
  root      bytea       not null,
  chain     bytea       not null,
  sealed_at timestamptz not null
);
grant select on ledger_seal to kapao_app;
grant select on ledger_seal to kapao_reader;

-- The trees of 1024 leaves each, the way from each to the seal's root, and in each the roots of parts of 16 leaves with
-- their first movements: a proof hashes one part, and neither a chunk nor a whole night.
create table ledger_seal_chunk (
  seal_no  bigint not null references ledger_seal,
  chunk_no bigint not null,
  first_id bigint not null unique,
  last_id  bigint not null,
  root     bytea  not null,
  path     bytea  not null,
  part_ids bigint[] not null,
  part_roots bytea not null,
  primary key (seal_no, chunk_no)
);
grant select on ledger_seal_chunk to kapao_app;
grant select on ledger_seal_chunk to kapao_reader;

-- The owner of the database can rewrite its seals. So every hour a head is sent outside, beyond the owner's reach: the
-- last seal, and a digest of the movements and audit rows since the previous head. The copies here are kept only for
-- resending and for continuing the chain; comparisons use the copies outside.
create table ledger_head (
  no            bigint      primary key check (no > 0),
  at            timestamptz not null,
  journal_upto  bigint      not null,
  audit_upto    bigint      not null,
  -- The line as sent, signature included.
  line          text        not null check (length(line) between 1 and 4000)
);
grant select, insert on ledger_head to kapao_app;

create table ledger_head_sent (
  -- A hash of the address, which may hold a secret.
  place   text        not null,
  head    bigint      not null references ledger_head,
  sent_at timestamptz not null,
  primary key (place, head)
);
grant select, insert on ledger_head_sent to kapao_app;

-- The findings of each night's full check.
create table ledger_verdict (
  id         bigint      generated always as identity primary key,
  begun_at   timestamptz not null,
  ended_at   timestamptz not null,
  movements  bigint      not null,
  is_whole   boolean     not null,
  -- The first of them, each with its check.
  findings   jsonb       not null,
  check (is_whole = (findings = '[]'))
);
grant select, insert on ledger_verdict to kapao_app;

-- The last movement that each meaning check has covered.
create table ledger_asked (
  question text        primary key,
  upto     bigint      not null default 0,
  asked_at timestamptz not null
);
grant select, insert, update on ledger_asked to kapao_app;

-- Decisions that one operator may not make alone: settings that let more money out, or in to another account, and
-- money given to a member on an operator's claim. They wait for a second operator, or for a day when there is none.

-- alone: one operator was enough. refused: it was confirmed and could not be done, so nothing changed. unclear: it was
-- interrupted after the confirmation, and the retry was refused. It may have been done the first time, so unlike
-- refused it does not state that nothing changed.
create type confirm_state as enum ('alone', 'waits', 'confirmed', 'refused', 'dropped', 'unclear');

create table confirm_request (
  id         bigint        generated always as identity primary key,
  -- The command, such as `deposits match`, its subject, and everything needed to carry it out.
  kind       text          not null,
  subject    text          not null,
  what       jsonb         not null,
  words      text          not null,
  -- What it would change, as its asker saw it: a list of {path, before, after}, the first of them.
  changes    jsonb         not null default '[]',
  amount     bigint        check (amount > 0),
  currency   ledger_currency,
  state      confirm_state not null,
  asked_by   text          not null,
  asked_at   timestamptz   not null,
  decided_by text,
  decided_at timestamptz,
  done_at    timestamptz,
  -- The process that carries out what was confirmed has a number until a moment, so that no lock is held meanwhile.
  doing       int          not null default 0,
  doing_until timestamptz,
  -- Why it was not done although somebody confirmed it: a code where there is one, a sentence otherwise.
  refusal    text,
  check ((amount is null) = (currency is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('confirmed', 'dropped') or decided_by is not null)
);
create unique index confirm_request_once on confirm_request (kind, subject) where state = 'waits';
create index confirm_request_alone on confirm_request (currency, asked_at) where state = 'alone';
create index confirm_request_open on confirm_request (asked_at) where state = 'waits' or (state = 'confirmed' and done_at is null);
-- Of settings that are changed together the subject names each.
create index confirm_request_settings on confirm_request using gin (string_to_array(subject, ' '))
  where kind = 'settings set' and state <> 'alone';
create index confirm_request_desk on confirm_request (date_trunc('milliseconds', asked_at at time zone 'UTC'), id)
  where state = 'waits' or (state = 'confirmed' and done_at is null);
grant select, insert, update (state, decided_by, decided_at, done_at, doing, doing_until, refusal) on confirm_request to
  kapao_app;

-- Nobody makes up a second person's yes to what settings begin by themselves.
alter table settings_plan add foreign key (request) references confirm_request;

-- The desk: who has an item open, and which decisions were sent.

-- The operator who opens an item has it for some minutes; others see by whom. Deciding needs no row here.
create table desk_taken (
  kind  text        not null,
  id    text        collate "C" not null,
  by    text        not null,
  until timestamptz not null,
  primary key (kind, id)
);
create index desk_taken_until on desk_taken (until);
grant select, insert, update, delete on desk_taken to kapao_app;

-- A decision under the key of its page, so that it counts once however often it is sent. What it did is in the audit
-- trail under its request, also where the process died before it wrote down the outcome.
create table desk_decision (
  operator    text        not null,
  key         text        collate "C" not null,
  fingerprint bytea       not null check (length(fingerprint) = 32),
  request_id  text        not null,
  begun_at    timestamptz not null,
  -- Until then a process is believed to be at it.
  doing_until timestamptz not null,
  outcome     jsonb,
  primary key (operator, key),
  check (outcome is null or jsonb_typeof(outcome) = 'object')
);
create index desk_decision_age on desk_decision (begun_at);
grant select, insert, update, delete on desk_decision to kapao_app;

-- To whom we owe most, as counted once an hour: every movement of money would have to keep an index of balances.
create table desk_largest (
  member_id  text        primary key,
  currency   text        not null check (currency in ('BAHT', 'LAK')),
  owed       bigint      not null check (owed > 0),
  counted_at timestamptz not null
);
grant select, insert, delete on desk_largest to kapao_app;

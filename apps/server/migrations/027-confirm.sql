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
  amount     bigint        check (amount > 0),
  currency   ledger_currency,
  state      confirm_state not null,
  asked_by   text          not null,
  asked_at   timestamptz   not null,
  decided_by text,
  decided_at timestamptz,
  done_at    timestamptz,
  check ((amount is null) = (currency is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('confirmed', 'dropped') or decided_by is not null)
);
create unique index confirm_request_once on confirm_request (kind, subject) where state = 'waits';
create index confirm_request_alone on confirm_request (currency, asked_at) where state = 'alone';
create index confirm_request_open on confirm_request (asked_at) where state = 'waits' or (state = 'confirmed' and done_at is null);
grant select, insert, update (state, decided_by, decided_at, done_at) on confirm_request to kapao_app;

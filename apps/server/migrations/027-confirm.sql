-- What the word of one operator is not enough for: settings that let more money out, or in to another account,
-- and money that is given to a member because somebody says so. It waits for a second person, or, where the
-- house has none, for a day.

-- alone: one person's word was enough. refused: it was said and could not be done, so nothing came of it.
-- unclear: it was cut off after the yes, and what was said again was refused. It may have been done the first
-- time, so the row does not claim that nothing came of it, as refused does.
create type confirm_state as enum ('alone', 'waits', 'confirmed', 'refused', 'dropped', 'unclear');

create table confirm_asked (
  id         bigint        generated always as identity primary key,
  -- The command, such as `deposits match`, what it is about, and all that is needed to do it.
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
create unique index confirm_asked_once on confirm_asked (kind, subject) where state = 'waits';
create index confirm_asked_alone on confirm_asked (currency, asked_at) where state = 'alone';
create index confirm_asked_open on confirm_asked (asked_at) where state = 'waits' or (state = 'confirmed' and done_at is null);
grant select, insert, update (state, decided_by, decided_at, done_at) on confirm_asked to kapao_app;

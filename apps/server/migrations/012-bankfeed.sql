-- Unreadable bank messages that report money, or may: an operator must read them, since money may have arrived.
create table bankfeed_unread (
  source      text        not null check (source in ('bank', 'sms')),
  event_id    text        collate "C" not null,
  text        text        not null,
  why         text        not null,
  received_at timestamptz not null,
  seen_at     timestamptz,
  seen_by     text,
  primary key (source, event_id)
);
create index bankfeed_unread_open on bankfeed_unread (received_at) where seen_at is null;
grant select, insert, update on bankfeed_unread to kapao_app;

-- How far each account's statement at the bank has been compared with our books, and the result.
create table bankfeed_reconciled (
  party       text        not null,
  day         date        not null,
  lines       int         not null,
  differences jsonb       not null,
  checked_at  timestamptz not null,
  primary key (party, day)
);
grant select, insert, update on bankfeed_reconciled to kapao_app;

-- Deposits first reported by a message under a secret: one row for each. Up to a limit per account such a message
-- alone may be credited, until the bank's own statement shows the transfer; the rest waits for the statement, and no
-- operator pays it out meanwhile. The holder of the feed's secret, or of the phone with the bank's SMS, can sign any
-- message. Pot: the account, or all unlisted accounts together. is_blind: no statement can be read, and the limit is
-- per day. trusted_at: credited, or to be credited, on the message alone. shown_at: the second source has it, as the
-- line `shown_by`. denied_at: the second source was queried and does not have it. decided_at: an operator has decided.
create table bankfeed_claim (
  deposit    uuid        primary key,
  channel    deposits_channel not null,
  pot        text        collate "C" not null,
  amount     bigint      not null check (amount > 0),
  currency   ledger_currency not null,
  bound      bigint      not null check (bound >= 0),
  is_blind   boolean     not null,
  reported_at    timestamptz not null,
  trusted_at timestamptz,
  shown_at   timestamptz,
  shown_by   text        collate "C",
  denied_at  timestamptz,
  decided_at timestamptz,
  check ((shown_at is null) = (shown_by is null))
);
create index bankfeed_claim_open on bankfeed_claim (reported_at) where shown_at is null and decided_at is null and not is_blind;
create index bankfeed_claim_unproven on bankfeed_claim (pot)
  where trusted_at is not null and shown_at is null and decided_at is null and not is_blind;
create index bankfeed_claim_day on bankfeed_claim (pot, trusted_at) where is_blind and trusted_at is not null;
-- A line of a statement proves one deposit.
create unique index bankfeed_claim_shown on bankfeed_claim (pot, shown_by) where shown_by is not null;
create index bankfeed_claim_denied on bankfeed_claim (channel) where denied_at is not null and shown_at is null and decided_at is null;
grant select, insert, update, delete on bankfeed_claim to kapao_app;

-- The deposits that a second source may still show, as their room reads them.
create view bankfeed_open as
  select w.deposit as id, w.channel, w.currency, w.amount, w.reported_at, w.trusted_at, w.denied_at, d.house_party as party, d.member_id,
         d.paid_at, d.state = 'credited' as is_credited, w.trusted_at is not null or d.state = 'suspended' and d.why::text = 'unconfirmed' as is_asked
  from bankfeed_claim w join deposits_deposit d on d.id = w.deposit
  where w.shown_at is null and w.decided_at is null and not w.is_blind and d.state in ('credited', 'suspended');
grant select on bankfeed_open to kapao_app;

-- The reported deposits that are still our money: the deposit's row appears only at the end of the commit that creates
-- it. A join, since a function called per row cost more than all the rest of a deposit.
create view bankfeed_standing as
  select w.* from bankfeed_claim w
  where not exists (select from deposits_deposit d where d.id = w.deposit and d.state not in ('credited', 'suspended', 'refused'));
grant select on bankfeed_standing to kapao_app;

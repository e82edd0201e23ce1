-- Messages of banks that say of money, or may, and that nobody could read: a person must look, since money may
-- have come.
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

-- How far each account's statement at the bank has been compared with our books, and what was found.
create table bankfeed_reconciled (
  party       text        not null,
  day         date        not null,
  lines       int         not null,
  differences jsonb       not null,
  checked_at  timestamptz not null,
  primary key (party, day)
);
grant select, insert, update on bankfeed_reconciled to kapao_app;

-- What a message under a secret told of first: one row for each such deposit. So much of an account may be
-- credited on such a message alone, until the bank's own statement shows it; the rest waits for the statement,
-- and is paid out by nobody meanwhile. Whoever has the secret of the feed, or the phone with the bank's SMS,
-- can sign what they like. Pot: the account, or all that are not among ours together. is_blind: nobody can be
-- asked, and the bound is that of a day. trusted_at: credited, or to be credited, on the message alone.
-- shown_at: the second source knows it, by the line `shown_by`. denied_at: it was asked and does not.
-- decided_at: a person has said what it is.
create table bankfeed_word (
  deposit    uuid        primary key,
  channel    deposits_channel not null,
  pot        text        collate "C" not null,
  amount     bigint      not null check (amount > 0),
  currency   ledger_currency not null,
  bound      bigint      not null check (bound >= 0),
  is_blind   boolean     not null,
  told_at    timestamptz not null,
  trusted_at timestamptz,
  shown_at   timestamptz,
  shown_by   text        collate "C",
  denied_at  timestamptz,
  decided_at timestamptz,
  check ((shown_at is null) = (shown_by is null))
);
create index bankfeed_word_open on bankfeed_word (told_at) where shown_at is null and decided_at is null and not is_blind;
create index bankfeed_word_unproven on bankfeed_word (pot)
  where trusted_at is not null and shown_at is null and decided_at is null and not is_blind;
create index bankfeed_word_day on bankfeed_word (pot, trusted_at) where is_blind and trusted_at is not null;
-- A line of a statement proves one deposit.
create unique index bankfeed_word_shown on bankfeed_word (pot, shown_by) where shown_by is not null;
create index bankfeed_word_denied on bankfeed_word (channel) where denied_at is not null and shown_at is null and decided_at is null;
grant select, insert, update, delete on bankfeed_word to kapao_app;

-- What a second source may still show, as its module reads it.
create view bankfeed_open as
  select w.deposit as id, w.channel, w.currency, w.amount, w.told_at, w.trusted_at, w.denied_at, d.house_party as party, d.member_id,
         d.paid_at, d.state = 'credited' as is_credited, w.trusted_at is not null or d.state = 'suspended' and d.why::text = 'unconfirmed' as is_asked
  from bankfeed_word w join deposits_deposit d on d.id = w.deposit
  where w.shown_at is null and w.decided_at is null and not w.is_blind and d.state in ('credited', 'suspended');
grant select on bankfeed_open to kapao_app;

-- What was told and is still money of ours: its deposit's row is not there before the end of the commit that makes
-- it. Joined, since a function asked of each row cost more than all the rest of a deposit.
create view bankfeed_standing as
  select w.* from bankfeed_word w
  where not exists (select from deposits_deposit d where d.id = w.deposit and d.state not in ('credited', 'suspended'));
grant select on bankfeed_standing to kapao_app;

-- Messages of banks that say of money, or may, and that nobody could read: a person must look, since money may have come.
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

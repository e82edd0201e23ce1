-- The members. The id is random and public: it is in every invite link, and grants nothing.
create table account_member (
  id                text        primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  phone             text        not null unique check (phone ~ '^\+(66[689][0-9]{8}|85620[2579][0-9]{7}|85630[0-9]{7})$'),
  username          text        not null check (username ~ '^0[0-9]{9,10}$'),
  name              text        not null,
  password_hash     text        not null,
  currency          text        not null check (currency in ('BAHT', 'LAK')),
  bank_code         text        not null,
  bank_account_name text        not null,
  bank_account_no   text        not null check (bank_account_no ~ '^[0-9]{6,20}$'),
  source_code       text,
  invited_by        text        references account_member (id),
  language          text        not null check (language in ('th', 'la', 'en')),
  created_at        timestamptz not null,
  deactivated_at    timestamptz,
  deactivated_why   text,
  -- Withdrawals check when the bank account last changed.
  bank_changed_at   timestamptz,
  -- A slip shows a few digits of an account and a name, and the holder of a stranger's picture can register an account
  -- that fits. So each row records since when its bank details are unchanged; an earlier transfer is assigned to no
  -- member by its slip alone.
  details_since     timestamptz not null,
  unique (bank_code, bank_account_no),
  check ((deactivated_at is null) = (deactivated_why is null))
);
create index account_member_bank_account_no on account_member (bank_account_no);
-- A page of whom a member invited, newest first, and their number are read from it, however many they are.
create index account_member_invited_by on account_member (invited_by, created_at desc, id) where invited_by is not null;
-- Banks report the last four to six digits of a payer's account, some without the bank.
create index account_member_bank_tail on account_member (right(bank_account_no, 4), bank_code);
-- Operators list the newest members, page by page.
create index account_member_newest on account_member (created_at desc, id desc);
-- Operators list those who are deactivated.
create index account_member_deactivated on account_member (deactivated_at) where deactivated_at is not null;
-- Operators search members by the beginning of any part of their names.
create index account_member_names on account_member
  using gin (to_tsvector('simple', name || ' ' || bank_account_name));
grant select, insert, update on account_member to kapao_app;

-- What operators note about a member for each other.
create table account_note (
  id         bigint      generated always as identity primary key,
  member_id  text        not null,
  at         timestamptz not null,
  by         text        not null,
  -- The key of the call: the same note sent twice is kept once.
  key        text        not null,
  text       text        not null check (length(text) between 1 and 1000),
  unique (by, key)
);
create index account_note_member on account_note (member_id, id);
grant select, insert on account_note to kapao_app;

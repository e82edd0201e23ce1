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

-- Operators search members by the beginning of any part of their names.
create index account_member_names on account_member
  using gin (to_tsvector('simple', name || ' ' || bank_account_name));

-- And payments by their sum and time.
create index deposits_deposit_sum on deposits_deposit (amount, created_at);
create index withdrawals_withdrawal_sum on withdrawals_withdrawal (amount, created_at);
-- And withdrawals by the number that a member quotes.
create index withdrawals_withdrawal_number on withdrawals_withdrawal (right(id::text, 12));
-- And payments by the gateway's own name for them.
create index qrcodes_payment_name on qrcodes_payment (payment);

-- One-time codes cost money. What was spent lately of each limit drains steadily, so that nothing has to be reset at an hour or a day.

create table otp_bucket (
  -- What is counted: a network, a range of numbers, a share of the day's messages.
  scope    text             primary key check (length(scope) between 3 and 120),
  -- As of then; it has drained since, by so much an hour.
  used     double precision not null check (used >= 0),
  per_hour double precision not null check (per_hour >= 0),
  at       timestamptz      not null
) with (fillfactor = 50);
create index otp_bucket_at on otp_bucket (at);
grant select, insert, update, delete on otp_bucket to kapao_app;

-- The nonce of the solved puzzle that a message was paid with; unique, so that one solution sends one message, whichever process it comes to.
alter table otp_code add column puzzle bytea check (length(puzzle) = 16);
create unique index otp_code_puzzle on otp_code (puzzle) where puzzle is not null;

-- Signs the puzzles; made by whichever process needs it first, the same for all of them.
create table otp_key (
  id         int         primary key default 1 check (id = 1),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);
grant select, insert on otp_key to kapao_app;

-- Hours in which operators were alarmed, so that each is reported once, by whichever process notices first.
create table otp_alarm (
  hour       timestamptz primary key,
  sent       int         not null,
  usual      int         not null,
  created_at timestamptz not null
);
grant select, insert, delete on otp_alarm to kapao_app;

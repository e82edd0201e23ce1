-- One-time codes. The SMS company creates, sends and verifies the code itself, which is never on our side.

create table otp_code (
  -- SHA-256 of the page's token; the company's own token never leaves the server.
  token_hash     bytea       primary key check (length(token_hash) = 32),
  phone          text        not null,
  purpose        text        not null check (purpose in ('register', 'password')),
  -- Looks like a sent code, for a phone that is not registered; every answer is wrong.
  decoy          boolean     not null,
  -- The requesting network: an IPv4 address, or the /64 of an IPv6 one.
  network        text        not null,
  state          text        not null check (state in ('sending', 'sent', 'failed', 'unknown', 'replaced', 'verified', 'used')),
  provider_token text,
  reference      text,
  tries          integer     not null default 0 check (tries between 0 and 5),
  wrong          integer     not null default 0 check (wrong between 0 and tries),
  blocked_until  timestamptz,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  verified_at    timestamptz,
  -- The nonce of the solved puzzle that paid for a message; unique, so that one solution sends one message, in
  -- whichever process.
  puzzle         bytea       check (length(puzzle) = 16),
  check ((verified_at is not null) = (state in ('verified', 'used')))
) with (fillfactor = 70);
create index otp_code_phone on otp_code (phone, created_at);
create index otp_code_network on otp_code (network, created_at);
create index otp_code_created_at on otp_code (created_at);
create unique index otp_code_puzzle on otp_code (puzzle) where puzzle is not null;
grant select, insert, update, delete on otp_code to kapao_app;

-- One-time codes cost money. The recent use of each limit drains steadily, so that no hourly or daily reset is needed.
create table otp_bucket (
  -- The counted scope: a network, a range of numbers, a share of the day's messages.
  scope    text             primary key check (length(scope) between 3 and 120),
  -- The use at `at`; it drains by `per_hour` since then.
  used     double precision not null check (used >= 0),
  per_hour double precision not null check (per_hour >= 0),
  at       timestamptz      not null
) with (fillfactor = 50);
create index otp_bucket_at on otp_bucket (at);
grant select, insert, update, delete on otp_bucket to kapao_app;

-- Signs the puzzles; the first process that needs it creates it for all.
create table otp_key (
  id         int         primary key default 1 check (id = 1),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);
grant select, insert on otp_key to kapao_app;

-- Hours in which operators were alarmed, so that each is reported once, by the first process that notices.
create table otp_alarm (
  hour       timestamptz primary key,
  sent       int         not null,
  usual      int         not null,
  created_at timestamptz not null
);
grant select, insert, delete on otp_alarm to kapao_app;

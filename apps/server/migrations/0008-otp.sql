-- One-time codes. The code itself is made, sent and checked by the SMS company and is nowhere on our side.

create table otp_code (
  -- SHA-256 of the token that the page holds; the company's own token never leaves.
  token_hash     bytea       primary key check (length(token_hash) = 32),
  phone          text        not null,
  purpose        text        not null check (purpose in ('register', 'password')),
  -- Looks like a code that was sent, for a phone that nobody registered; no answer is ever right.
  decoy          boolean     not null,
  -- The network that asked: an IPv4 address, or the /64 of an IPv6 one.
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
  check ((verified_at is not null) = (state in ('verified', 'used')))
) with (fillfactor = 70);
create index otp_code_phone on otp_code (phone, created_at);
create index otp_code_network on otp_code (network, created_at);
create index otp_code_created_at on otp_code (created_at);
grant select, insert, update, delete on otp_code to kapao_app;

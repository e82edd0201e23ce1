-- Codes to pay by, which gateways make for us. A row is written before the gateway is asked and is never deleted: money
-- may come for it at any time, late, twice, or after the member has cancelled it.

-- ordered: the gateway is being asked. open: it may be shown and paid. The others are ends; money that comes
-- all the same is the member's.
create type qrcodes_state as enum ('ordered', 'open', 'paid', 'expired', 'cancelled', 'replaced', 'failed');

create table qrcodes_code (
  id          uuid        primary key,
  -- What the gateway knows it by; letters and digits, as bank references are.
  reference   text        collate "C" not null constraint qrcodes_code_reference unique,
  member_id   text        collate "C" not null,
  provider    text        collate "C" not null,
  key         text        not null,
  fingerprint uuid        not null,
  currency    ledger_currency not null,
  ordered     bigint      not null check (ordered > 0),
  -- What the code asks for: some gateways add satang.
  amount      bigint      check (amount > 0),
  payload     text,
  state       qrcodes_state not null,
  why         text,
  tries       int         not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  -- When the gateway is asked again whether money came; null when it is not asked any more.
  next_at     timestamptz,
  -- When a webhook that proves nothing last made us ask.
  hinted_at   timestamptz,
  ended_at    timestamptz,
  constraint qrcodes_code_once unique (key, member_id),
  check (state <> 'open' or (payload is not null and amount is not null)),
  check ((ended_at is not null) = (state not in ('ordered', 'open')))
) with (fillfactor = 80);
-- I12: one live code of a member, and one in the making.
create unique index qrcodes_code_open on qrcodes_code (member_id) where state = 'open';
create unique index qrcodes_code_ordered on qrcodes_code (member_id) where state = 'ordered';
-- What the sweeper reads, party by party: codes that somebody may be looking at are one list, those that have
-- ended another.
create index qrcodes_code_live_due on qrcodes_code (provider, next_at) where state in ('ordered', 'open');
create index qrcodes_code_ended_due on qrcodes_code (provider, next_at)
  where state not in ('ordered', 'open') and next_at is not null;
-- How many codes a member has ordered within an hour.
create index qrcodes_code_member on qrcodes_code (member_id, created_at);
grant select, insert, update on qrcodes_code to kapao_app;

-- refused: a person has looked, and nothing was received.
create type qrcodes_payment_state as enum ('received', 'settled', 'exception', 'refused');

-- What gateways say that they have received, each once (I09); from here it goes to `settle`, as often as it takes.
create table qrcodes_payment (
  provider           text        collate "C" not null,
  payment            text        collate "C" not null,
  reference          text        collate "C" not null,
  code               uuid        references qrcodes_code,
  transfer_bank      text,
  transfer_reference text,
  -- Null for what cannot be booked; `told` is what they wrote.
  amount             bigint      check (amount > 0),
  currency           ledger_currency,
  told               text        not null,
  paid_at            timestamptz not null,
  payer_bank         text,
  payer_account      text,
  payer_name         text,
  -- True when the gateway has said so when asked, and not only by itself.
  is_confirmed       boolean     not null,
  state              qrcodes_payment_state not null,
  why                text,
  deposit            uuid        references deposits_deposit,
  tries              int         not null default 0,
  created_at         timestamptz not null,
  next_at            timestamptz not null,
  settled_at         timestamptz,
  -- Whether the amount that stands here is the one that is booked. From then on nothing changes it, nobody is
  -- asked any more, and it only goes to the ledger, as often as it takes: a person decides before that, or not at
  -- all.
  is_decided         boolean     not null default false,
  -- A signed webhook proves that its sender has the secret, and nothing else, so the gateway is asked. Where it
  -- does not answer at once so much may be credited on the webhook's word alone. trusted_at: booked on the
  -- webhook's word. denied_at: since when the gateway, asked, knows nothing of it. asks_on: booked or given to
  -- people, and asked about all the same. What is trusted and not confirmed is unproven: it counts to the bound,
  -- and its member is paid nothing out meanwhile.
  trusted_at         timestamptz,
  denied_at          timestamptz,
  asks_on            boolean     not null default false,
  primary key (provider, payment),
  check ((amount is null) = (currency is null)),
  check ((state = 'settled') = (deposit is not null and settled_at is not null)),
  constraint qrcodes_payment_decided
  check (not is_decided or (amount is not null and state in ('received', 'settled')))
) with (fillfactor = 80);
create index qrcodes_payment_code on qrcodes_payment (code);
create index qrcodes_payment_when on qrcodes_payment (provider, paid_at);
create index qrcodes_payment_due on qrcodes_payment (provider, next_at) where state = 'received';
create index qrcodes_payment_unproven on qrcodes_payment (provider) where trusted_at is not null and not is_confirmed;
create index qrcodes_payment_denied on qrcodes_payment (provider) where denied_at is not null and not is_confirmed;
create index qrcodes_payment_asked on qrcodes_payment (provider, next_at) where asks_on and state in ('settled', 'exception');
-- Comparisons go by our own time, too: whoever tells of a payment chooses the other one.
create index qrcodes_payment_noted on qrcodes_payment (provider, created_at);
create index qrcodes_payment_deposit on qrcodes_payment (deposit) where deposit is not null;
grant select, insert, update on qrcodes_payment to kapao_app;

-- Signed webhooks by their id, so that one that comes again with other words is seen.
create table qrcodes_event (
  provider    text        collate "C" not null,
  event_id    text        collate "C" not null,
  fingerprint uuid        not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
grant select, insert on qrcodes_event to kapao_app;

-- What a person must look at: a contradiction, or money that cannot be booked. Listed until somebody says how
-- it was solved.
create table qrcodes_finding (
  id         bigint      generated always as identity primary key,
  provider   text        not null,
  about      text        not null,
  what       text        not null,
  created_at timestamptz not null,
  closed_at  timestamptz,
  closed_why text,
  constraint qrcodes_finding_once unique (provider, about, what)
);
create index qrcodes_finding_open on qrcodes_finding (created_at) where closed_at is null;
grant select, insert, update on qrcodes_finding to kapao_app;

-- How gateways call payers that must be known to them first.
create table qrcodes_payer (
  provider text collate "C" not null,
  -- A digest of bank, account and name: another spelling is another payer there.
  about    bytea not null,
  name     text not null,
  primary key (provider, about)
);
grant select, insert on qrcodes_payer to kapao_app;

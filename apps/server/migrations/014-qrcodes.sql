-- QR codes that gateways create for us. A row is written before the gateway is called and is never deleted: money may
-- come for it at any time, late, twice, or after the member has cancelled it.

-- ordered: the gateway is being called. open: it may be shown and paid. The others are final; money that still arrives
-- belongs to the member.
create type qrcodes_state as enum ('ordered', 'open', 'paid', 'expired', 'cancelled', 'replaced', 'failed');

create table qrcodes_code (
  id          uuid        primary key,
  -- Our reference at the gateway; letters and digits, like bank references.
  reference   text        collate "C" not null constraint qrcodes_code_reference unique,
  member_id   text        collate "C" not null,
  provider    text        collate "C" not null,
  key         text        not null,
  fingerprint uuid        not null,
  currency    ledger_currency not null,
  ordered     bigint      not null check (ordered > 0),
  -- The amount in the code: some gateways add satang.
  amount      bigint      check (amount > 0),
  payload     text,
  state       qrcodes_state not null,
  why         text,
  tries       int         not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  -- When the gateway is queried again for a payment; null when it no longer is.
  next_at     timestamptz,
  -- When an unproven webhook last made us query the gateway.
  hinted_at   timestamptz,
  ended_at    timestamptz,
  constraint qrcodes_code_once unique (key, member_id),
  check (state <> 'open' or (payload is not null and amount is not null)),
  check ((ended_at is not null) = (state not in ('ordered', 'open')))
) with (fillfactor = 80);
-- I12: one live code per member, and one being created.
create unique index qrcodes_code_open on qrcodes_code (member_id) where state = 'open';
create unique index qrcodes_code_ordered on qrcodes_code (member_id) where state = 'ordered';
-- Read by the sweeper, party by party: codes that a member may be looking at are one list, ended ones another.
create index qrcodes_code_live_due on qrcodes_code (provider, next_at) where state in ('ordered', 'open');
create index qrcodes_code_ended_due on qrcodes_code (provider, next_at)
  where state not in ('ordered', 'open') and next_at is not null;
-- How many codes a member has ordered within an hour.
create index qrcodes_code_member on qrcodes_code (member_id, created_at);
grant select, insert, update on qrcodes_code to kapao_app;

-- refused: an operator has checked, and no money was received.
create type qrcodes_payment_state as enum ('received', 'settled', 'exception', 'refused');

-- Payments that gateways report as received, each once (I09); from here they are passed to `settle`, as often as
-- needed.
create table qrcodes_payment (
  provider           text        collate "C" not null,
  payment            text        collate "C" not null,
  reference          text        collate "C" not null,
  code               uuid        references qrcodes_code,
  transfer_bank      text,
  transfer_reference text,
  -- Null for an unbookable amount; `amount_text` is the gateway's text.
  amount             bigint      check (amount > 0),
  currency           ledger_currency,
  amount_text        text        not null,
  paid_at            timestamptz not null,
  payer_bank         text,
  payer_account      text,
  payer_name         text,
  -- True when the gateway confirmed it in answer to a query, not only in a webhook.
  is_confirmed       boolean     not null,
  state              qrcodes_payment_state not null,
  why                text,
  deposit            uuid        references deposits_deposit,
  tries              int         not null default 0,
  created_at         timestamptz not null,
  next_at            timestamptz not null,
  settled_at         timestamptz,
  -- Whether this amount is the booked one. From then on it does not change, the gateway is no longer queried, and the
  -- payment only goes to the ledger, as often as needed: an operator decides before that, or not at all.
  is_decided         boolean     not null default false,
  -- A signed webhook proves only that its sender has the secret, so the gateway is queried. When it does not answer at
  -- once, a limited amount may be credited on the webhook alone. trusted_at: booked on the webhook alone. denied_at:
  -- since when the gateway, queried, does not know it. asks_on: booked or handed to operators, and still queried. A
  -- trusted but unconfirmed payment is unproven: it counts toward the limit, and its member gets no payout meanwhile.
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
-- Comparisons also use our own time: the reporter of a payment chooses the other one.
create index qrcodes_payment_noted on qrcodes_payment (provider, created_at);
create index qrcodes_payment_deposit on qrcodes_payment (deposit) where deposit is not null;
-- Operators search by the gateway's own name of a payment.
create index qrcodes_payment_name on qrcodes_payment (payment);
-- Their list of work continues by time and id.
create index qrcodes_payment_desk on qrcodes_payment (created_at, (provider || ':' || payment))
  where state = 'exception' or state = 'settled' and trusted_at is not null and not is_confirmed;
grant select, insert, update on qrcodes_payment to kapao_app;

-- Signed webhooks by their id, so that a repeated id with another content is noticed.
create table qrcodes_event (
  provider    text        collate "C" not null,
  event_id    text        collate "C" not null,
  fingerprint uuid        not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
grant select, insert on qrcodes_event to kapao_app;

-- Findings for operators: a contradiction, or money that cannot be booked. Listed until an operator records the
-- solution.
create table qrcodes_finding (
  id         bigint      generated always as identity primary key,
  provider   text        not null,
  about      text        not null,
  what       text        not null,
  created_at timestamptz not null,
  closed_at  timestamptz,
  closed_why text,
  -- The kind of finding, and its figures and names apart from the sentence: people read it in their own language.
  kind       text        collate "C" not null,
  details    jsonb       not null,
  constraint qrcodes_finding_once unique (provider, about, what)
);
create index qrcodes_finding_open on qrcodes_finding (created_at) where closed_at is null;
grant select, insert, update on qrcodes_finding to kapao_app;

-- The gateways' ids of payers, where payers must be registered first.
create table qrcodes_payer (
  provider text collate "C" not null,
  -- A digest of bank, account and name: another spelling is another payer there.
  about    bytea not null,
  name     text not null,
  primary key (provider, about)
);
grant select, insert on qrcodes_payer to kapao_app;

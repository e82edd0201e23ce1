-- The wheel: the operators' definitions, the commitment before each spin, the draw, and prizes that wait to be
-- claimed.

-- A wheel never changes, it only gets a next version, so that every spin keeps the odds it was drawn with.
create table spinwheel_wheel (
  id         int         generated always as identity primary key,
  code       text        not null,
  version    int         not null check (version > 0),
  name       text        not null,
  currency   ledger_currency not null check (currency <> 'COIN'),
  created_by text        not null,
  created_at timestamptz not null,
  -- The names of a wheel and its sectors in each language; null when one text serves all. `name`, `label` and
  -- `description` stay: the texts for readers without a language, such as operators.
  names      jsonb,
  unique (code, version)
);
grant select, insert on spinwheel_wheel to kapao_app;

create table spinwheel_slice (
  wheel       int    not null references spinwheel_wheel,
  -- Clockwise from the top, from 0.
  place       int    not null check (place >= 0),
  code        text   not null,
  label       text   not null,
  bg_color    text   not null,
  text_color  text   not null,
  description text,
  weight      int    not null check (weight >= 0),
  -- Its value in smallest units; zero for a sector that wins nothing.
  amount      bigint not null default 0 check (amount >= 0),
  currency    ledger_currency not null,
  words       jsonb,
  primary key (wheel, place),
  unique (wheel, code)
);
grant select, insert on spinwheel_slice to kapao_app;

-- The wheel that members of a currency see, between two instants where they are there; no row, or null, means no wheel.
create table spinwheel_active (
  currency  ledger_currency primary key,
  wheel     int references spinwheel_wheel,
  starts_at timestamptz,
  ends_at   timestamptz check (ends_at > starts_at),
  -- The one that they see before and after that time.
  otherwise int references spinwheel_wheel check (otherwise is null or coalesce(starts_at, ends_at) is not null)
);
grant select, insert, update (wheel, starts_at, ends_at, otherwise) on spinwheel_active to kapao_app;

-- A commitment: the member sees its hash before they spin, and the seed only after it is closed.
create table spinwheel_seed (
  id         uuid        primary key,
  member_id  text        not null,
  wheel      int         not null references spinwheel_wheel,
  secret     text        not null,
  commitment text        not null unique,
  -- The number of the next spin under this commitment; also how many there were.
  nonce      int         not null default 0 check (nonce >= 0),
  created_at timestamptz not null,
  closed_at  timestamptz
) with (fillfactor = 70);
create unique index spinwheel_seed_open_once on spinwheel_seed (member_id) where closed_at is null;
grant select, insert, update (nonce, closed_at) on spinwheel_seed to kapao_app;

create table spinwheel_spin (
  -- Also the operation that takes the coin.
  id          uuid        primary key,
  member_id   text        not null,
  key         text        not null,
  fingerprint uuid        not null,
  seed        uuid        not null references spinwheel_seed,
  nonce       int         not null check (nonce >= 0),
  client_seed text        not null,
  wheel       int         not null,
  place       int         not null,
  -- The member's remaining coins, for the answer of a repeated call.
  coins_left  bigint      not null check (coins_left >= 0),
  created_at  timestamptz not null,
  constraint spinwheel_spin_once unique (key, member_id),
  -- Gap-free together with the counter of the seed, so that no spin can be dropped afterwards.
  constraint spinwheel_spin_nonce unique (seed, nonce),
  foreign key (wheel, place) references spinwheel_slice
);
-- What a wheel has cost lately.
create index spinwheel_spin_at on spinwheel_spin (created_at) include (wheel);
grant select, insert on spinwheel_spin to kapao_app;

create type spinwheel_coupon_state as enum ('open', 'claimed', 'void');

create table spinwheel_coupon (
  -- Also the operation that credits it.
  id          uuid        primary key,
  member_id   text        not null,
  -- One spin wins one coupon at most.
  spin        uuid        not null unique references spinwheel_spin,
  wheel       int         not null,
  place       int         not null,
  amount      bigint      not null check (amount > 0),
  currency    ledger_currency not null,
  state       spinwheel_coupon_state not null default 'open',
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  -- The key of the claim, so that a repeated call gets the same answer.
  claim_key   text,
  fingerprint uuid,
  ended_at    timestamptz,
  why         text,
  constraint spinwheel_coupon_once unique (claim_key, member_id),
  foreign key (wheel, place) references spinwheel_slice,
  check ((ended_at is null) = (state = 'open')),
  check ((claim_key is not null) = (state = 'claimed'))
) with (fillfactor = 70);
create index spinwheel_coupon_claimed on spinwheel_coupon (ended_at) include (wheel, amount, currency) where state = 'claimed';
create index spinwheel_coupon_open on spinwheel_coupon (member_id, created_at) where state = 'open';
grant select, insert, update (state, claim_key, fingerprint, ended_at, why) on spinwheel_coupon to kapao_app;

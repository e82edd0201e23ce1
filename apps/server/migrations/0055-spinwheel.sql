-- The wheel: what operators define, what was promised before each spin, what was drawn, and what is waiting to be claimed.

-- A wheel is never changed, only followed by its next version, so that every spin keeps the odds that it was drawn with.
create table spinwheel_wheel (
  id         int         generated always as identity primary key,
  code       text        not null,
  version    int         not null check (version > 0),
  name       text        not null,
  currency   ledger_currency not null check (currency <> 'COIN'),
  created_by text        not null,
  created_at timestamptz not null,
  unique (code, version)
);

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
  -- What it is worth in smallest units; nothing for a sector that wins nothing.
  amount      bigint not null default 0 check (amount >= 0),
  currency    ledger_currency not null,
  primary key (wheel, place),
  unique (wheel, code)
);

-- The wheel that members of a currency see; no row, or null, is no wheel.
create table spinwheel_active (
  currency ledger_currency primary key,
  wheel    int references spinwheel_wheel
);

-- A promise: its hash is shown to the member before they spin, itself only after it is closed.
create table spinwheel_seed (
  id         uuid        primary key,
  member_id  text        not null,
  wheel      int         not null references spinwheel_wheel,
  secret     text        not null,
  commitment text        not null unique,
  -- The number of the next spin under this promise; also how many there were.
  nonce      int         not null default 0 check (nonce >= 0),
  created_at timestamptz not null,
  closed_at  timestamptz
) with (fillfactor = 70);
create unique index spinwheel_seed_open_once on spinwheel_seed (member_id) where closed_at is null;

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
  -- What the member had left; the answer of a repeated call is made of it.
  coins_left  bigint      not null check (coins_left >= 0),
  created_at  timestamptz not null,
  constraint spinwheel_spin_once unique (key, member_id),
  -- Gap-free together with the counter of the seed, so that no spin can be dropped afterwards.
  constraint spinwheel_spin_nonce unique (seed, nonce),
  foreign key (wheel, place) references spinwheel_slice
);

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
  -- What claimed it, so that a repeated call is answered well.
  claim_key   text,
  fingerprint uuid,
  ended_at    timestamptz,
  why         text,
  constraint spinwheel_coupon_once unique (claim_key, member_id),
  foreign key (wheel, place) references spinwheel_slice,
  check ((ended_at is null) = (state = 'open')),
  check ((claim_key is not null) = (state = 'claimed'))
) with (fillfactor = 70);
create index spinwheel_coupon_open on spinwheel_coupon (member_id, created_at) where state = 'open';

-- Whatever the code says: a coupon ends once, and never goes back.
create function spinwheel_coupon_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'a coupon that is % cannot change', old.state using errcode = 'KS001';
  end if;
  return new;
end $$;
create trigger spinwheel_coupon_guard before update on spinwheel_coupon for each row execute function spinwheel_coupon_guard();

-- A promise counts up by one spin at a time and is closed once.
create function spinwheel_seed_guard() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or new.nonce not in (old.nonce, old.nonce + 1) then
    raise exception 'a promise that was shown cannot be changed' using errcode = 'KS002';
  end if;
  return new;
end $$;
create trigger spinwheel_seed_guard before update on spinwheel_seed for each row execute function spinwheel_seed_guard();

-- Wheels, sectors and spins are only ever added.
grant select, insert on spinwheel_wheel, spinwheel_slice, spinwheel_spin, spinwheel_seed, spinwheel_coupon to kapao_app;
grant select, insert, update (wheel) on spinwheel_active to kapao_app;
grant update (nonce, closed_at) on spinwheel_seed to kapao_app;
grant update (state, claim_key, fingerprint, ended_at, why) on spinwheel_coupon to kapao_app;

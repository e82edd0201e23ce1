-- Gift links of digital wallets. A row holds its voucher from before the wallet is called until it is certain that no
-- money was received; redeeming an envelope cannot be undone.

-- claimed: being checked. sent: the envelope is being redeemed. unknown: the answer was lost. received: the money has
-- arrived and is not in the ledger yet. suspended: in the ledger, and an operator decides whose it is. exception: an
-- operator must decide.
create type giftlinks_state as enum (
  'claimed', 'sent', 'unknown', 'received', 'done', 'suspended', 'refused', 'exception'
);

create table giftlinks_link (
  id           uuid        primary key,
  member_id    text        collate "C" not null,
  key          text        not null,
  fingerprint  uuid        not null,
  voucher      text        collate "C" not null,
  -- The wallet account of the operator, and its phone at the time of the call.
  account      text        not null,
  mobile       text        not null,
  state        giftlinks_state not null,
  -- False when it is unknown whether it came from the registered phone.
  payer_known  boolean     not null default false,
  owner_name   text,
  hold         text,
  amount       bigint      check (amount > 0),
  paid_at      timestamptz,
  -- The refusal's code, for a refused row.
  code         text,
  why          text,
  deposit      uuid        references deposits_deposit,
  tries        int         not null default 0,
  created_at   timestamptz not null,
  next_at      timestamptz not null,
  ended_at     timestamptz,
  constraint giftlinks_link_once unique (key, member_id),
  check ((ended_at is not null) = (state in ('done', 'suspended', 'refused'))),
  check ((amount is not null) = (state in ('received', 'done', 'suspended')) or state = 'exception'),
  check ((deposit is not null) = (state in ('done', 'suspended')))
) with (fillfactor = 80);
create index giftlinks_link_exception on giftlinks_link (created_at) where state = 'exception';
-- Money received on a day, for the comparison with the wallet's own record.
create index giftlinks_link_received on giftlinks_link (created_at) where amount is not null;
-- I11: one voucher, one holder; a refusal frees it for the next claimant. The wallet may ignore letter case, and then
-- one envelope would have many names here and could be credited twice; two codes that differ only in case are no
-- accident.
create unique index giftlinks_link_voucher_folded on giftlinks_link (lower(voucher)) where state <> 'refused';
-- Read by the sweeper, party by party.
create index giftlinks_link_due
  on giftlinks_link ((case when state in ('sent', 'unknown') then 'wallet' else '' end), next_at)
  where state in ('claimed', 'sent', 'unknown', 'received');
grant select, insert, update on giftlinks_link to kapao_app;

-- Key pairs that links are encrypted for. The private half is encrypted under a key outside this database.
create table giftlinks_key (
  kid         text        primary key,
  public_key  jsonb       not null,
  private_box bytea       not null,
  created_at  timestamptz not null,
  -- After this it only opens links sealed shortly before, and is no longer handed out.
  retired_at  timestamptz
);
create unique index giftlinks_key_current on giftlinks_key ((true)) where retired_at is null;
grant select, insert, update on giftlinks_key to kapao_app;

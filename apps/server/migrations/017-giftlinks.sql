-- Gift links of digital wallets. A row holds its voucher from before the wallet is asked until it is certain
-- that nothing was received; emptying an envelope cannot be taken back.

-- claimed: being looked at. sent: the envelope is being emptied. unknown: the answer was lost. received: the
-- money is ours and not in the ledger yet. suspended: in the ledger, and a person decides whose it is.
-- exception: a person must look.
create type giftlinks_state as enum (
  'claimed', 'sent', 'unknown', 'received', 'done', 'suspended', 'refused', 'exception'
);

create table giftlinks_link (
  id           uuid        primary key,
  member_id    text        collate "C" not null,
  key          text        not null,
  fingerprint  uuid        not null,
  voucher      text        collate "C" not null,
  -- The wallet account of the operator, and its phone when it was asked.
  account      text        not null,
  mobile       text        not null,
  state        giftlinks_state not null,
  -- False where nobody can tell whether it came from the registered phone.
  payer_known  boolean     not null default false,
  owner_name   text,
  hold         text,
  amount       bigint      check (amount > 0),
  paid_at      timestamptz,
  -- The refusal's code, for a row that was refused.
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
-- What was received on a day, for the comparison with what the wallet says.
create index giftlinks_link_received on giftlinks_link (created_at) where amount is not null;
-- I11: one voucher, one holder; a refusal frees it for whoever comes next. Whoever keeps the vouchers may not
-- tell capitals from small letters, and then one envelope has many names here. Given twice at once, it would be
-- credited twice; two codes that differ in nothing else are no accident.
create unique index giftlinks_link_voucher_folded on giftlinks_link (lower(voucher)) where state <> 'refused';
-- What the sweeper reads, party by party.
create index giftlinks_link_due
  on giftlinks_link ((case when state in ('sent', 'unknown') then 'wallet' else '' end), next_at)
  where state in ('claimed', 'sent', 'unknown', 'received');
grant select, insert, update on giftlinks_link to kapao_app;

-- Key pairs that links are encrypted for. The private half is kept under a key that is not in this database.
create table giftlinks_key (
  kid         text        primary key,
  public_key  jsonb       not null,
  private_box bytea       not null,
  created_at  timestamptz not null,
  -- From then on it opens what was sealed shortly before, and is not handed out.
  retired_at  timestamptz
);
create unique index giftlinks_key_current on giftlinks_key ((true)) where retired_at is null;
grant select, insert, update on giftlinks_key to kapao_app;

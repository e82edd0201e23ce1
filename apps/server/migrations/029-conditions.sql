-- What a reward asks for before so much of the member's money as it gave may be withdrawn: an amount to be
-- played. One row for each reward; several stand one after another, so that what was played counts for one of
-- them only.
create table conditions_condition (
  -- The operation that credited the reward.
  id         uuid            primary key,
  member_id  text            collate "C" not null,
  kind       text            not null check (kind in ('prize', 'refund', 'invite')),
  -- What the house calls what it gave: a wheel, a period.
  source     text            not null check (length(source) <= 200),
  currency   ledger_currency not null check (currency <> 'COIN'),
  amount     bigint          not null check (amount > 0),
  to_play    bigint          not null check (to_play > 0),
  created_at timestamptz     not null,
  -- Played, or lost to the house again, which has it back then.
  met_by     text            check (met_by in ('played', 'lost')),
  met_at     timestamptz,
  check ((met_by is null) = (met_at is null))
);
create index conditions_condition_open on conditions_condition (member_id, created_at) where met_at is null;
-- A condition is noted as met at the time of the play that met it, and what was played until then counts for
-- none after it.
create index conditions_condition_met on conditions_condition (member_id, met_at) where met_at is not null;
grant select, insert, update (met_by, met_at) on conditions_condition to kapao_app;

-- The amount to be played before the reward's amount of the member's money may be withdrawn. One row per reward;
-- several apply one after another, so that play counts for only one of them.
create table conditions_condition (
  -- The operation that credited the reward.
  id         uuid            primary key,
  member_id  text            collate "C" not null,
  kind       text            not null check (kind in ('prize', 'refund', 'invite')),
  -- The source's name: a wheel, a period.
  source     text            not null check (length(source) <= 200),
  currency   ledger_currency not null check (currency <> 'COIN'),
  amount     bigint          not null check (amount > 0),
  to_play    bigint          not null check (to_play > 0),
  created_at timestamptz     not null,
  -- From when on play counts, where an operator has denied what was played for it before.
  counts_from timestamptz,
  -- Played, or lost again, so that the platform has it back.
  met_by     text            check (met_by in ('played', 'lost')),
  met_at     timestamptz,
  check ((met_by is null) = (met_at is null))
);
create index conditions_condition_open on conditions_condition (member_id, created_at) where met_at is null;
-- A condition is recorded as met at the time of the play that met it, and play until then does not count for later
-- ones.
create index conditions_condition_met on conditions_condition (member_id, met_at) where met_at is not null;
grant select, insert, update (met_by, met_at, counts_from) on conditions_condition to kapao_app;

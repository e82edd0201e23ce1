-- A bet that was open over the end of a period was given back as lost, and came back as won. Bets of sports and
-- lotteries stay open for long; what those games give in a period, more than they take in it, is set first against what they took
-- in the thirty days before. What was refunded of that too much is taken off the next refunds.
create table refund_stake (
  member_id text        collate "C" not null,
  period    text        not null,
  until     timestamptz not null,
  game      text        not null,
  -- More than the game gave in the period.
  lost      bigint      not null check (lost > 0),
  -- What of it has come back since.
  returned  bigint      not null default 0,
  primary key (member_id, period, game),
  foreign key (member_id, period) references refund_period (member_id, period) deferrable initially deferred,
  check (returned between 0 and lost)
) with (fillfactor = 90);
create index refund_stake_open on refund_stake (member_id, until) where returned < lost;
grant select, insert on refund_stake to kapao_app;
grant update (returned) on refund_stake to kapao_app;

alter table refund_period
  -- Won in it from stakes of periods before: theirs, and not this one's.
  add column carried   bigint not null default 0 check (carried >= 0),
  -- What was refunded too much for periods before: taken off this refund, and what is left of it for the next ones.
  add column taken_off bigint not null default 0 check (taken_off >= 0),
  add column debt      bigint not null default 0 check (debt >= 0),
  -- The item by which a person has said that nothing is owed for it.
  add column denied    bigint,
  drop column loss,
  drop constraint refund_period_check,
  add check ((amount + taken_off) * 10000 <= greatest(lost - won - gifts + forfeited + carried, 0) * rate),
  add check (denied is null or receipt is null);
alter table refund_period add column loss bigint generated always as (lost - won - gifts + forfeited + carried) stored;
grant update (denied) on refund_period to kapao_app;

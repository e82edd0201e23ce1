-- Why nothing is sent to bank accounts, of one member or of all: what the check of the books found, or what an operator
-- has said. Written and ended by payouts_stop and payouts_resume alone.
create table payouts_stop (
  id         bigint      generated always as identity primary key,
  -- Null for everybody.
  member_id  text        collate "C",
  -- What was found, each by a key, so that the same finding does not stop again what two people have let go on.
  findings   text[]      not null default '{}',
  why        text        not null check (length(why) between 1 and 500),
  stopped_by text        not null,
  stopped_at timestamptz not null,
  ended_by   text,
  ended_at   timestamptz,
  ended_why  text        check (length(ended_why) between 1 and 500),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_why is null))
);
create unique index payouts_stop_open on payouts_stop (coalesce(member_id, '')) where ended_at is null;
grant select on payouts_stop to kapao_app;

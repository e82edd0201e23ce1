-- How far these books have come. Each process counts up every few seconds and keeps the result outside the database as
-- well; what is outside and ahead shows that the database was restored to an earlier point.
create table core_house (
  is_only    boolean     primary key default true check (is_only),
  -- A restored copy has the same name, another database another one.
  name       uuid        not null default gen_random_uuid(),
  -- How many restores these books have come through. Counts of different epochs are not compared by their number.
  epoch      int         not null default 0 check (epoch >= 0),
  count      bigint      not null default 0 check (count >= 0),
  counted_at timestamptz,
  -- The last count before nobody counted for a minute. A process that knows no count outside may have gone on with
  -- restored books before another one notices.
  paused_at  timestamptz
) with (fillfactor = 50);
insert into core_house default values;
grant select on core_house to kapao_app;

-- Restores. While one is not opened the house is in recovery: nothing is paid, played or credited.
create table core_restore (
  epoch       int         primary key check (epoch > 0),
  found_at    timestamptz not null,
  -- Where the count outside was seen, or the operator who declared it.
  found_by    text        not null check (length(found_by) between 1 and 200),
  -- The restored books are complete up to here, as far as their last count tells; null before the first one.
  point_at    timestamptz,
  -- The last count outside: until then the books were written to. Null where an operator declared it.
  ahead_at    timestamptz,
  why         text        check (length(why) between 1 and 500),
  opened_at   timestamptz,
  opened_by   text,
  opened_why  text        check (length(opened_why) between 1 and 500),
  check ((opened_at is null) = (opened_by is null) and (opened_at is null) = (opened_why is null))
);
create unique index core_restore_closed on core_restore ((true)) where opened_at is null;
grant select on core_restore to kapao_app;

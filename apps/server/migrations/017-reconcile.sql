-- The comparison of one day between the books and an outside system, and its mismatches.
create table reconcile_result (
  source     text        not null,
  party      text        not null,
  day        date        not null,
  -- Why the outside system could not be queried; null when it was.
  why        text,
  ours       int         not null,
  theirs     int         not null,
  findings   jsonb       not null,
  checked_at timestamptz not null,
  -- The number of our entries that were not queried: where each is queried separately, a day may have more than the
  -- limit.
  unasked    int         not null default 0,
  primary key (source, party, day)
);
create index reconcile_result_day on reconcile_result (day);
grant select, insert, update on reconcile_result to kapao_app;

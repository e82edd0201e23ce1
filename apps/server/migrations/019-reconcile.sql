-- What the books and those outside said of one day, and what of it does not agree.
create table reconcile_result (
  source     text        not null,
  party      text        not null,
  day        date        not null,
  -- Why they could not be asked; null when they were.
  why        text,
  ours       int         not null,
  theirs     int         not null,
  findings   jsonb       not null,
  checked_at timestamptz not null,
  -- Where each of ours is asked about by itself, a day may have more than is asked: how many were not.
  unasked    int         not null default 0,
  primary key (source, party, day)
);
create index reconcile_result_day on reconcile_result (day);
grant select, insert, update on reconcile_result to kapao_app;

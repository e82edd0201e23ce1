-- Values that operators have set. A setting without a row, or with a null value, has the default of the registry.
create table settings_value (
  name       text        primary key,
  value      jsonb,
  version    integer     not null check (version > 0),
  changed_at timestamptz not null,
  changed_by text        not null,
  -- Who had asked for it, where it needed the yes of who changed it.
  asked_by   text
);
grant select, insert, update on settings_value to kapao_app;

-- Settings, and bonuses and codes, that are changed at a moment, and may be put back at another.
create table settings_plan (
  id        bigint      generated always as identity primary key,
  -- A list of {name, to, from}: what it sets, and what it must find there; each a value or the default.
  changes   jsonb       not null check (jsonb_typeof(changes) = 'array'),
  begins_at timestamptz not null,
  -- When it puts back what it found; null where it stays.
  ends_at   timestamptz check (ends_at > begins_at),
  state     text        not null
    check (state in ('waits', 'begun', 'ended', 'overtaken', 'refused', 'dropped')),
  made_at   timestamptz not null,
  made_by   text        not null,
  -- The second person, and their request, where it needed one.
  agreed_by text,
  request   bigint,
  begun_at  timestamptz,
  ended_at  timestamptz,
  ended_by  text,
  -- Why it was refused: a code where there is one, a sentence otherwise.
  why       text,
  check ((agreed_by is null) = (request is null)),
  check ((state in ('waits', 'begun')) = (ended_at is null)),
  check ((ended_by is null) = (ended_at is null))
);
create index settings_plan_open on settings_plan (begins_at) where state in ('waits', 'begun');
create index settings_plan_ended on settings_plan (ended_at) where ended_at is not null;
grant select, insert, update (state, begun_at, ended_at, ended_by, why) on settings_plan to kapao_app;

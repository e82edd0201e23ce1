-- Pictures and videos of talks. A row is written when a file has been checked; one that no message shows goes
-- after a day.
create table chatfiles_file (
  name       text        collate "C" primary key,
  -- A small picture beside a picture; null for a video.
  thumbnail  text        collate "C" unique,
  owner      text        collate "C" not null,
  kind       text        not null check (kind in ('image', 'video')),
  bytes      bigint      not null check (bytes > 0),
  width      int         check (width > 0),
  height     int         check (height > 0),
  created_at timestamptz not null,
  -- When a message first showed it.
  sent_at    timestamptz,
  check ((thumbnail is null) = (width is null) and (width is null) = (height is null))
);
create index chatfiles_file_owner on chatfiles_file (owner, created_at);
create index chatfiles_file_age on chatfiles_file (created_at);
grant select, insert, update, delete on chatfiles_file to kapao_app;

-- What was sent and not kept, since it is no sound picture or video: looking at it has cost as much, so it
-- counts against its sender.
create table chatfiles_refused (
  owner text        collate "C" not null,
  bytes bigint      not null check (bytes >= 0),
  at    timestamptz not null
);
create index chatfiles_refused_owner on chatfiles_refused (owner, at);
create index chatfiles_refused_age on chatfiles_refused (at);
grant select, insert, delete on chatfiles_refused to kapao_app;

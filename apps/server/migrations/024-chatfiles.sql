-- Pictures and videos of conversations. A row is written when a file has been checked; one that no message shows is
-- deleted after a day.
create table chatfiles_file (
  name       text        collate "C" primary key,
  -- The thumbnail of a picture; null for a video.
  thumbnail  text        collate "C" unique,
  owner      text        collate "C" not null,
  kind       text        not null check (kind in ('image', 'video')),
  bytes      bigint      not null check (bytes > 0),
  width      int         check (width > 0),
  height     int         check (height > 0),
  created_at timestamptz not null,
  -- When a message first showed it.
  sent_at    timestamptz,
  -- Set for a file that an operator sends: it belongs to the conversation's owner, and counts for the operator.
  operator   text        collate "C",
  check ((thumbnail is null) = (width is null) and (width is null) = (height is null))
);
create index chatfiles_file_owner on chatfiles_file (owner, created_at);
create index chatfiles_file_age on chatfiles_file (created_at);
create index chatfiles_file_operator on chatfiles_file (operator, created_at) where operator is not null;
grant select, insert, update, delete on chatfiles_file to kapao_app;

-- Uploads that were rejected as invalid pictures or videos: checking them cost the same, so they count against the
-- sender.
create table chatfiles_refused (
  owner text        collate "C" not null,
  bytes bigint      not null check (bytes >= 0),
  at    timestamptz not null
);
create index chatfiles_refused_owner on chatfiles_refused (owner, at);
create index chatfiles_refused_age on chatfiles_refused (at);
grant select, insert, delete on chatfiles_refused to kapao_app;

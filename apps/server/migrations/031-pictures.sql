-- Pictures of the house. A row is written once its file is kept, and neither is ever removed: a setting that is set back
-- finds its picture.
create table pictures_picture (
  -- SHA-256 of the file.
  file   text        collate "C" primary key check (file ~ '^[A-Za-z0-9_-]{43}[.]webp$'),
  size   int         not null check (size > 0),
  width  int         not null check (width > 0),
  height int         not null check (height > 0),
  -- What the QR codes in it say.
  codes  text[]      not null,
  by     text        not null,
  at     timestamptz not null,
  n      bigint      generated always as identity unique
);
create index pictures_picture_by on pictures_picture (by, at);
grant select, insert on pictures_picture to kapao_app;

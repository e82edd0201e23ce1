-- What was sent and not kept, since it is no sound picture or video: looking at it has cost as much, so it counts against its sender.
create table chatfiles_refused (
  owner text        collate "C" not null,
  bytes bigint      not null check (bytes >= 0),
  at    timestamptz not null
);

create index chatfiles_refused_owner on chatfiles_refused (owner, at);
create index chatfiles_refused_age on chatfiles_refused (at);

grant select, insert, delete on chatfiles_refused to kapao_app;

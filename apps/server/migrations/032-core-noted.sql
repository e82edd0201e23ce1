-- What is done beside this system and only told to it, so that whoever watches sees when it was done last. Scripts of the
-- backups write it as the owner of the tables (docs/alerts.md).
create table core_noted (
  name text        primary key check (name in ('backup', 'restore-test')),
  at   timestamptz not null
);
grant select on core_noted to kapao_app;

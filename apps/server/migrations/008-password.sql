-- Wrong old passwords entered by logged-in members.
create table password_try (
  member_id text        primary key,
  count     integer     not null check (count > 0),
  since     timestamptz not null
);
grant select, insert, update, delete on password_try to kapao_app;

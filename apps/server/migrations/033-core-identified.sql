-- When the member last showed by a login, or again by a password, that it is they who hold this session: by the database's
-- clock, so that no process decides what five minutes are. Sessions from before have shown it long ago.
alter table core_session add column identified_at timestamptz not null default '-infinity';
alter table core_session alter column identified_at set default now();

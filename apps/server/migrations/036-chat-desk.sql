-- Who of the house has a talk, for as long as it is open.
alter table chat_conversation add column assigned_to text;
-- The inbox reads open talks only: those that wait, and those that staff have answered.
create index chat_conversation_with_people on chat_conversation (last_at) where state = 'person';
create index chat_conversation_over on chat_conversation (last_at) where state = 'menu' and is_over;

-- How long customers wait: a row for each session that staff were asked into. A trigger keeps it, so that it is the
-- same from every desk.
create table chat_served (
  owner       text        collate "C" not null references chat_conversation on delete cascade,
  session     uuid        not null,
  waiting_at  timestamptz not null,
  answered_at timestamptz,
  closed_at   timestamptz,
  closed_by   text,
  reason      text        check (reason in ('solved', 'unanswered', 'duplicate', 'spam', 'menu')),
  primary key (owner, session),
  check ((closed_at is null) = (closed_by is null))
);
create index chat_served_waiting on chat_served (waiting_at);
create index chat_served_closed on chat_served (closed_at) where closed_at is not null;
grant select, insert, update, delete on chat_served to kapao_app;

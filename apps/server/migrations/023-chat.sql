-- Conversations with members and guests, and the menu's state. The owner is 'member:<id>' or 'guest:<id>', which is
-- also the name of their sockets' room.

-- menu: the menu answers. waiting: staff are requested, or requested again. person: staff wrote last.
create type chat_state as enum ('menu', 'waiting', 'person');

create table chat_conversation (
  owner         text        collate "C" primary key check (owner ~ '^(member:[0-9A-Za-z_-]{1,64}|guest:[A-Za-z0-9_-]{22})$'),
  -- The operators' name for it: short, and unusable for finding a guest's conversation from outside.
  code          text        collate "C" not null unique,
  state         chat_state  not null default 'menu',
  language      text        not null check (language in ('th', 'la', 'en')),
  session       uuid        not null,
  -- True when an operator has ended the session; the next message begins another.
  is_over       boolean     not null default false,
  last_seq      bigint      not null default 0,
  -- How far the customer has read, and how far we have.
  read_seq      bigint      not null default 0 check (read_seq between 0 and last_seq),
  seen_seq      bigint      not null default 0 check (seen_seq between 0 and last_seq),
  waiting_since timestamptz,
  created_at    timestamptz not null,
  last_at       timestamptz not null,
  -- Guest identities cost nothing to make, so their open conversations are limited by network. Stored as a hash, for
  -- guests only.
  network       bytea,
  -- The operator who handles the conversation, for as long as it is open.
  assigned_to   text,
  -- Or the role of operators that one of them handed it to, until one of these takes it.
  for_role      text        check (for_role is null or assigned_to is null),
  -- The member whom a guest says to be; nobody has verified it.
  claims        text        check (claims is null or owner like 'guest:%'),
  -- Nothing is taken from an abusive guest until then, and how often that was decided. Of this guest alone, not of a network.
  blocked_until timestamptz,
  blocks        int         not null default 0 check (blocks >= 0),
  check (blocks = 0 or owner like 'guest:%'),
  check ((waiting_since is not null) = (state = 'waiting')),
  check (network is null or (owner like 'guest:%' and length(network) = 32))
) with (fillfactor = 70);
create index chat_conversation_waiting on chat_conversation (waiting_since) where state = 'waiting';
create index chat_conversation_last on chat_conversation (last_at);
-- Guests are deleted long before members, and without this index the due ones would be among all members who wrote
-- since.
create index chat_conversation_guest on chat_conversation (last_at) where owner like 'guest:%';
-- The inbox reads open conversations only: those that wait, and those that staff have answered.
create index chat_conversation_with_people on chat_conversation (last_at) where state = 'person';
create index chat_conversation_over on chat_conversation (last_at) where state = 'menu' and is_over;
create index chat_conversation_network on chat_conversation (network, last_at) where network is not null;
grant select, insert, update, delete on chat_conversation to kapao_app;

create type chat_sender as enum ('customer', 'menu', 'person');

-- Append-only, so that both ends of a conversation always read the same history.
create table chat_message (
  owner      text        collate "C" not null references chat_conversation on delete cascade,
  seq        bigint      not null check (seq > 0),
  id         uuid        not null,
  session    uuid        not null,
  sender     chat_sender not null,
  -- The operator who wrote it.
  operator   text,
  -- The page's own id of a sent message: a repeated one counts once.
  delivery   text        collate "C",
  message    jsonb       not null,
  created_at timestamptz not null,
  primary key (owner, seq),
  check ((operator is not null) = (sender = 'person'))
);
create unique index chat_message_once on chat_message (owner, delivery) where delivery is not null;
-- A message is deleted by its own age, however long its conversation goes on; those of guests long before the others.
create index chat_message_member_age on chat_message (created_at) where owner like 'member:%';
create index chat_message_guest_age on chat_message (created_at) where owner like 'guest:%';
grant select, insert, delete on chat_message to kapao_app;

-- Signs the ids of guests; the first process that needs it creates it for all.
create table chat_key (
  id         int         primary key default 1 check (id = 1),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);
grant select, insert on chat_key to kapao_app;

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

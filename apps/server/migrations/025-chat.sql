-- Talks with members and guests, and what answers them. Whose a talk is stands as 'member:<id>' or
-- 'guest:<id>', which is also what the room of their sockets is called.

-- menu: the menu answers. waiting: a person is wanted, or wanted again. person: a person has had the last word.
create type chat_state as enum ('menu', 'waiting', 'person');

create table chat_conversation (
  owner         text        collate "C" primary key check (owner ~ '^(member:[0-9A-Za-z_-]{1,64}|guest:[A-Za-z0-9_-]{22})$'),
  -- What an operator calls it: short, and nothing to find the talk of a guest by from outside.
  code          text        collate "C" not null unique,
  state         chat_state  not null default 'menu',
  language      text        not null check (language in ('th', 'la', 'en')),
  session       uuid        not null,
  -- True when an operator has ended the session; the next message begins another.
  is_over       boolean     not null default false,
  last_seq      bigint      not null default 0,
  -- Up to where the customer has read, and up to where we have.
  read_seq      bigint      not null default 0 check (read_seq between 0 and last_seq),
  seen_seq      bigint      not null default 0 check (seen_seq between 0 and last_seq),
  waiting_since timestamptz,
  created_at    timestamptz not null,
  last_at       timestamptz not null,
  -- Guests cost nothing to make, so how many open talks they may have at once is counted by the network that they
  -- come from. Kept is a hash, of guests only.
  network       bytea,
  check ((waiting_since is not null) = (state = 'waiting')),
  check (network is null or (owner like 'guest:%' and length(network) = 32))
) with (fillfactor = 70);
create index chat_conversation_waiting on chat_conversation (waiting_since) where state = 'waiting';
create index chat_conversation_last on chat_conversation (last_at);
-- Guests are forgotten long before members: those who are due stand among all members who have written since.
create index chat_conversation_guest on chat_conversation (last_at) where owner like 'guest:%';
create index chat_conversation_network on chat_conversation (network, last_at) where network is not null;
grant select, insert, update, delete on chat_conversation to kapao_app;

create type chat_sender as enum ('customer', 'menu', 'person');

-- Only ever added to, so that both ends of a talk come to the same history however often they read it.
create table chat_message (
  owner      text        collate "C" not null references chat_conversation on delete cascade,
  seq        bigint      not null check (seq > 0),
  id         uuid        not null,
  session    uuid        not null,
  sender     chat_sender not null,
  -- Who of us wrote it.
  operator   text,
  -- The page's own id of what it sent: a message that comes twice is one.
  delivery   text        collate "C",
  message    jsonb       not null,
  created_at timestamptz not null,
  primary key (owner, seq),
  check ((operator is not null) = (sender = 'person'))
);
create unique index chat_message_once on chat_message (owner, delivery) where delivery is not null;
grant select, insert, delete on chat_message to kapao_app;

-- Signs the ids of guests; made by whichever process needs it first, the same for all of them.
create table chat_key (
  id         int         primary key default 1 check (id = 1),
  secret     bytea       not null check (length(secret) = 32),
  created_at timestamptz not null
);
grant select, insert on chat_key to kapao_app;

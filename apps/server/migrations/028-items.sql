-- Findings of every kind for operators, in one list: a finding is never a judgment. An item is created once per kind
-- and key, however often it is found, and is decided once.
create table items_item (
  id         bigint      generated always as identity primary key,
  -- `<room>.<what>`, such as `invite.linked`.
  kind       text        collate "C" not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  -- A repeated finding with the same key is the same item.
  key        text        collate "C" not null check (length(key) between 1 and 200),
  -- The member it is about, and the other one of a pair.
  member_id  text        collate "C",
  other_id   text        collate "C",
  -- One line for the operator, and the evidence for a closer look. No secrets: this is kept.
  words      text        not null check (length(words) between 1 and 500),
  evidence   jsonb       not null default '{}' check (jsonb_typeof(evidence) = 'object'),
  -- What both of them wait for until it is decided, and do not receive when it is denied.
  holds      text[]      not null default '{}' check (holds <@ array['rewards', 'withdrawals', 'friend', 'bonus']),
  -- The list in which the same matter waits for people already; it is not shown a second time in the list of items.
  waits_as   text        check (waits_as in ('deposit', 'payment')),
  -- By the clock of the process that found it, like all times that are compared here.
  since      timestamptz not null,
  decision   text        check (decision in ('allow', 'deny')),
  decided_by text,
  decided_at timestamptz,
  why        text        check (length(why) between 1 and 500),
  constraint items_item_once unique (kind, key),
  check (other_id is distinct from member_id or member_id is null),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null) and (decision is null) = (why is null))
);
create index items_item_open on items_item (id) where decision is null;
create index items_item_desk on items_item (since, id) where decision is null and waits_as is null;
create index items_item_member on items_item (member_id) where member_id is not null;
create index items_item_other on items_item (other_id) where other_id is not null;
grant select, insert, update (evidence, decision, decided_by, decided_at, why, waits_as) on items_item to kapao_app;

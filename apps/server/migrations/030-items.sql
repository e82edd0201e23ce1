-- What a person must look at, of every kind, in one list: a finding is never a judgement. An item is made once
-- for its kind and key, whoever finds it and however often, and is decided once.
create table items_item (
  id         bigint      generated always as identity primary key,
  -- `<module>.<what>`, such as `invite.linked`.
  kind       text        collate "C" not null check (kind ~ '^[a-z]+\.[a-z-]+$'),
  -- What is found again under the same name is the same item.
  key        text        collate "C" not null check (length(key) between 1 and 200),
  -- Whom it is about, and who else: of two members both.
  member_id  text        collate "C",
  other_id   text        collate "C",
  -- One line for a person, and what it rests on for whoever looks closer. No secrets: this is kept.
  words      text        not null check (length(words) between 1 and 500),
  evidence   jsonb       not null default '{}' check (jsonb_typeof(evidence) = 'object'),
  -- What both of them wait for while nobody has decided, and go without when it is denied.
  holds      text[]      not null default '{}' check (holds <@ array['rewards', 'withdrawals', 'friend', 'bonus']),
  -- Of the clock of the process that found it, as all times that are compared here.
  since      timestamptz not null,
  taken_by   text,
  taken_at   timestamptz,
  decision   text        check (decision in ('allow', 'deny')),
  decided_by text,
  decided_at timestamptz,
  why        text        check (length(why) between 1 and 500),
  constraint items_item_once unique (kind, key),
  check (other_id is distinct from member_id or member_id is null),
  check ((taken_by is null) = (taken_at is null)),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null) and (decision is null) = (why is null))
);
create index items_item_open on items_item (id) where decision is null;
create index items_item_member on items_item (member_id) where member_id is not null;
create index items_item_other on items_item (other_id) where other_id is not null;
grant select, insert, update (taken_by, taken_at, decision, decided_by, decided_at, why) on items_item to kapao_app;

-- What one operator did alone is read by another one. Each act of an operator is in the audit trail in the
-- transaction of the act, so the list is made from the trail by the database, and no command can forget it.
-- Whatever is not known to be harmless is on it.
create table review_act (
  id         bigint      generated always as identity primary key,
  audit      bigint      not null unique references core_audit (id),
  -- By the clock of the database: that of a terminal is in the hands of whoever sits there.
  at         timestamptz not null default now(),
  actor      text        not null,
  action     text        not null,
  subject    text        not null,
  member_id  text,
  -- Whose waiting money it was before.
  other_id   text,
  amount     bigint,
  currency   ledger_currency,
  why        text,
  request_id text        not null,
  before     jsonb,
  after      jsonb,
  -- Who has asked for it, where another one has confirmed it: then two have seen it, and nobody has to read it.
  second     text,
  ticked_by  text,
  ticked_at  timestamptz,
  note       text,
  -- When the member was told, or it was found that there is nothing to tell; before it was sent, so that nobody
  -- is told twice.
  told_at    timestamptz,
  alarmed_at timestamptz,
  check ((ticked_by is null) = (ticked_at is null))
);
create index review_act_open on review_act (at) where second is null and ticked_by is null;
create index review_act_untold on review_act (id) where told_at is null;
create index review_act_member on review_act (member_id, at);
grant select, update (ticked_by, ticked_at, note, told_at, alarmed_at) on review_act to kapao_app;

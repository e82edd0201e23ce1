-- Acts of one operator alone, for another operator to read. Every act of an operator is in the audit trail in the
-- transaction of the act, so the database derives this list from the trail, and no command can skip it. Every act that
-- is not known to be harmless is listed.
create table review_act (
  id         bigint      generated always as identity primary key,
  audit      bigint      not null unique references core_audit (id),
  -- By the database's clock: a terminal's clock is controlled by its operator.
  at         timestamptz not null default now(),
  actor      text        not null,
  action     text        not null,
  subject    text        not null,
  member_id  text,
  -- The previous owner of the waiting money.
  other_id   text,
  amount     bigint,
  currency   ledger_currency,
  why        text,
  request_id text        not null,
  before     jsonb,
  after      jsonb,
  -- The requester, when another operator confirmed it: two operators have seen it then, and it need not be read again.
  second     text,
  ticked_by  text,
  ticked_at  timestamptz,
  note       text,
  alarmed_at timestamptz,
  check ((ticked_by is null) = (ticked_at is null))
);
create index review_act_open on review_act (at) where second is null and ticked_by is null;
create index review_act_desk on review_act (date_trunc('milliseconds', at at time zone 'UTC'), id)
  where second is null and ticked_by is null;
create index review_act_member on review_act (member_id, at);
grant select, update (ticked_by, ticked_at, note, alarmed_at) on review_act to kapao_app;

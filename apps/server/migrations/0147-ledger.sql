-- Whoever owns the database can write its seals anew. So every hour a head goes outside, to where its owner is not: the last seal, and
-- a digest of what came since the head before, of the movements and of the audit trail. What was sent is kept here only to be sent
-- again, and to go on from; what is compared is what lies outside.
create table ledger_head (
  no            bigint      primary key check (no > 0),
  at            timestamptz not null,
  journal_upto  bigint      not null,
  audit_upto    bigint      not null,
  -- As it went outside, signature and all.
  line          text        not null check (length(line) between 1 and 4000)
);
create table ledger_head_sent (
  -- A hash of the address, which may hold a secret.
  place   text        not null,
  head    bigint      not null references ledger_head,
  sent_at timestamptz not null,
  primary key (place, head)
);
create trigger ledger_head_append_only before update or delete or truncate on ledger_head
  for each statement execute function ledger_refuse_change();
grant select, insert on ledger_head, ledger_head_sent to kapao_app;

-- What the check of the whole has found each night.
create table ledger_verdict (
  id         bigint      generated always as identity primary key,
  begun_at   timestamptz not null,
  ended_at   timestamptz not null,
  movements  bigint      not null,
  is_whole   boolean     not null,
  -- The first of them, each with its check.
  findings   jsonb       not null,
  check (is_whole = (findings = '[]'))
);
grant select, insert on ledger_verdict to kapao_app;

-- Up to which movement each question about the meaning of movements has been asked.
create table ledger_asked (
  question text        primary key,
  upto     bigint      not null default 0,
  asked_at timestamptz not null
);
grant select, insert, update on ledger_asked to kapao_app;

-- Play of a member in one currency after one moment and up to another: what was lost, what was won, and how much of it came back to the
-- satang, one win for one loss. Small stakes come back by themselves; only those count that are a twentieth of all that was lost.
create function ledger_play(
  p_owner text, p_currency ledger_currency, p_after timestamptz, p_upto timestamptz,
  out lost bigint, out won bigint, out returned bigint
)
language sql stable as $$
  with result as (
    select m.amount, m.is_lost
    from ledger_account a, lateral (select (ledger_balance_at(a.id, p_after)).seq as seq) s, lateral (
      select amount, true as is_lost, created_at from ledger_movement
        where debit = a.id and debit_seq > s.seq and kind = 'play_result'
      union all
      select amount, false, created_at from ledger_movement
        where credit = a.id and credit_seq > s.seq and kind = 'play_result') m
    where a.owner = p_owner and a.kind = 'game' and a.currency = p_currency and m.created_at <= p_upto
  ),
  summed as (
    select coalesce(sum(amount) filter (where is_lost), 0)::bigint as lost,
           coalesce(sum(amount) filter (where not is_lost), 0)::bigint as won from result
  )
  select s.lost, s.won, coalesce((
    select sum(a.amount * a.pairs) from (
      select amount, least(count(*) filter (where is_lost), count(*) filter (where not is_lost)) as pairs
      from result group by amount) a where a.amount * 20 >= s.lost), 0)::bigint
  from summed s
$$;
revoke all on function ledger_play from public;
grant execute on function ledger_play to kapao_app;

create index qrcodes_payment_deposit on qrcodes_payment (deposit) where deposit is not null;

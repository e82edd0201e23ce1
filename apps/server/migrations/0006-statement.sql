-- One row for each thing that a member did, numbered without gaps, so that any page is a range of numbers.

-- The row that every operation of a member takes first: it numbers the statement, makes the member's operations take turns,
-- and lets `outcome` say "never" for certain.
create table statement_counter (
  member_id text collate "C" primary key,
  seq       bigint not null default 0
) with (fillfactor = 50);

create type statement_type as enum ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer');
create type statement_status as enum ('PENDING', 'SUCCESS', 'FAILED');

create table statement_row (
  member_id      text collate "C" not null,
  seq            bigint      not null,
  operation      uuid        not null,
  statement_type statement_type not null,
  "from"         text        not null,
  "to"           text        not null,
  status         statement_status not null,
  amount         bigint      not null check (amount >= 0),
  currency       ledger_currency not null,
  -- {bonus|promotion|invite|refund|luckydraw: {description}} where the thing has one.
  about          jsonb,
  created_at     timestamptz not null,
  primary key (member_id, seq)
) with (fillfactor = 80);

-- Takes the counters of members (sorted, without repeats) and answers their seq; null for one that someone else holds.
create function statement_lock(p_members text[], p_skip_busy boolean) returns bigint[]
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_member text[];
  v_seq bigint[];
  v_aligned bigint[];
begin
  if p_skip_busy then
    select array_agg(member_id), array_agg(seq) into v_member, v_seq
      from (select member_id, seq from statement_counter where member_id = any (p_members)
            order by member_id for no key update skip locked) as locked;
  else
    select array_agg(member_id), array_agg(seq) into v_member, v_seq
      from (select member_id, seq from statement_counter where member_id = any (p_members)
            order by member_id for no key update) as locked;
  end if;
  if v_member is not distinct from p_members then return v_seq; end if;
  for i in 1 .. cardinality(p_members) loop
    v_aligned[i] := v_seq[array_position(v_member, p_members[i])];
  end loop;
  return v_aligned;
end $$;

-- Writes rows whose numbers the caller has counted up from statement_lock, and leaves the counters at p_seq.
create function statement_write(
  p_members text[], p_seq bigint[],
  p_member int[], p_number bigint[], p_operation uuid[], p_type statement_type, p_from text[], p_to text[], p_status statement_status,
  p_amount bigint[], p_currency ledger_currency[], p_about jsonb[], p_at timestamptz
) returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
begin
  update statement_counter c set seq = u.seq
    from unnest(p_members, p_seq) as u (member_id, seq)
    where c.member_id = u.member_id and c.seq <> u.seq;
  insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, about, created_at)
    select p_members[u.member], u.number, u.operation, p_type, u.source, u.target, p_status, u.amount, u.currency, u.about, p_at
    from unnest(p_member, p_number, p_operation, p_from, p_to, p_amount, p_currency, p_about)
      as u (member, number, operation, source, target, amount, currency, about);
end $$;

revoke all on function statement_lock, statement_write from public;
grant select, insert, update on statement_counter to kapao_app;
grant select, insert, update (status, about) on statement_row to kapao_app;
grant execute on function statement_lock, statement_write to kapao_app;

-- Locks the counters of members (sorted, without repeats) and returns their seq; null for one that another transaction
-- holds.
create or replace function statement_lock(p_members text[], p_skip_busy boolean) returns bigint[]
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
create or replace function statement_write(
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

-- Records many operations that members began, in one statement: counts their statements up to p_seq, and writes for
-- each position in p_which a row of the statement and a row of the audit trail. Returns how many it recorded. Columns
-- are read by position, because `unnest` of many arrays keeps a table of its own for each of them.
create or replace function statement_record(
  p_members text[], p_seq bigint[], p_which int[],
  p_member int[], p_number bigint[], p_operation uuid[], p_type statement_type, p_from text[], p_to text[], p_status statement_status,
  p_amount bigint[], p_currency ledger_currency[], p_action text, p_request text[], p_at timestamptz
) returns int
language plpgsql
as $$
declare
  v_count int;
begin
  with counted as (
    update statement_counter c set seq = p_seq[m]
      from generate_series(1, cardinality(p_members)) as m
      where c.member_id = p_members[m] and c.seq <> p_seq[m]
  ), recorded as (
    insert into core_audit (at, actor, request_id, action, subject)
      select p_at, 'member:' || p_members[p_member[i]], p_request[i], p_action, p_operation[i]
      from unnest(p_which) as i
  )
  insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
    select p_members[p_member[i]], p_number[i], p_operation[i], p_type, p_from[i], p_to[i], p_status, p_amount[i], p_currency[i], p_at
    from unnest(p_which) as i;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- When the p_max-th of a member's latest rows was written, if that is less than 24 hours ago: so many rows a day are
-- enough. The rows are numbered, so that this costs one look, however many there are. p_seq is the member's counter,
-- null where it has not been read.
create or replace function statement_full_since(p_member text, p_seq bigint, p_max int, p_at timestamptz) returns timestamptz
language plpgsql stable
as $$
begin
  if p_seq is null then p_seq := (select seq from statement_counter where member_id = p_member); end if;
  return (select created_at from statement_row
    where member_id = p_member and seq = p_seq - p_max + 1 and created_at > p_at - interval '24 hours');
end $$;

revoke all on function statement_lock, statement_write, statement_record, statement_full_since from public;
grant execute on function statement_lock, statement_write, statement_record, statement_full_since to kapao_app;

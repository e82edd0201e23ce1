-- The amounts from which people are asked hold for what a member takes out in 24 hours, not for one withdrawal alone: several
-- small ones went around the person who would have stopped one large one.

-- What went out of each member in the 24 hours before, or is about to, and how much of it without a person. What failed or came
-- back is not among it. One that waited counts from when it was let go; after a week of waiting it is not looked for any more.
create function withdrawals_day(p_members text[], p_at timestamptz)
returns table (member_id text, alone bigint, total bigint)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select w.member_id, coalesce(sum(w.amount) filter (where w.approvals_needed = 0), 0)::bigint, sum(w.amount)::bigint
    from withdrawals_withdrawal w
    where w.member_id = any (p_members) and w.state not in ('returned', 'failed')
      and w.created_at > p_at - interval '7 days' and greatest(w.created_at, w.approved_at) > p_at - interval '24 hours'
      and not exists (select from withdrawals_bounce b where b.withdrawal = w.id)
    group by w.member_id;
end $$;

-- How many people each of these withdrawals needs, given how many it needs by its own amount. It takes the members' counters
-- before it counts: nobody can begin one of the same member meanwhile, and whoever was about to is counted.
create function withdrawals_people(
  p_members text[], p_member int[], p_amount bigint[], p_needed int[], p_auto_day_max bigint[], p_two_from bigint[],
  p_at timestamptz, p_skip_busy boolean
) returns int[]
language plpgsql
as $$
declare
  v_alone bigint[] := array_fill(0::bigint, array[cardinality(p_members)]);
  v_total bigint[] := v_alone;
  v_needed int[] := p_needed;
  v_found record;
  k int;
begin
  perform statement_lock(p_members, p_skip_busy);
  for v_found in select * from withdrawals_day(p_members, p_at) loop
    k := array_position(p_members, v_found.member_id);
    v_alone[k] := v_found.alone;
    v_total[k] := v_found.total;
  end loop;
  for i in 1 .. cardinality(p_needed) loop
    k := p_member[i];
    if v_needed[i] = 0 and v_alone[k] + p_amount[i] > p_auto_day_max[i] then v_needed[i] := 1; end if;
    if v_needed[i] > 0 and v_total[k] + p_amount[i] >= p_two_from[i] then v_needed[i] := 2; end if;
  end loop;
  return v_needed;
end $$;

revoke all on function withdrawals_day, withdrawals_people from public;
grant execute on function withdrawals_day, withdrawals_people to kapao_app;

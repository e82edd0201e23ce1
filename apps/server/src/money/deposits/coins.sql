-- The money taken out and not put in again, from withdrawals (positive) and deposits (negative) in their order.
create or replace function deposits_still_out(p_out bigint[]) returns bigint language plpgsql immutable as $$
declare
  v_sum bigint := 0;
  v_out bigint;
begin
  foreach v_out in array p_out loop
    v_sum := greatest(v_sum + v_out, 0);
  end loop;
  return v_sum;
end $$;

-- How many coins a deposit earns, leaving out the part that only puts in again what the member took out in 30 days. A
-- payout that its bank sent back does not count as taken out. Callers must hold the member's lock, so that the
-- history cannot change meanwhile.
create or replace function deposits_coins(p_member text, p_amount bigint, p_per bigint, p_at timestamptz, p_just_credited bigint) returns bigint
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_out bigint[];
begin
  select array_agg(change.out order by change.at, change.out) into v_out from (
    select d.settled_at as at, -d.amount as out from deposits_deposit d
      where d.member_id = p_member and d.state = 'credited' and d.settled_at >= p_at - interval '30 days'
    union all
    select w.created_at, w.amount from withdrawals_withdrawal w
      where w.member_id = p_member and w.created_at >= p_at - interval '30 days' and w.state not in ('returned', 'failed')
        and not exists (select from withdrawals_bounce b where b.withdrawal = w.id)
  ) as change;
  return greatest(p_amount - deposits_still_out(coalesce(v_out, '{}') || -p_just_credited), 0) / p_per;
end $$;

revoke all on function deposits_still_out, deposits_coins from public;
grant execute on function deposits_still_out, deposits_coins to kapao_app;

-- A member who is shut out is shut out with the money, too: what waits is neither approved nor sent until they are let in again or
-- it is rejected. And the yes of somebody who has been disabled since is worth nothing.

-- Who has said yes, and whether they may still say so.
create function withdrawals_yes(p_withdrawal uuid) returns table (operator text, at timestamptz, counts boolean)
language sql stable as $$
  select a.operator, a.at,
         exists (select from operators_operator o where 'operator:' || o.name = a.operator and o.disabled_at is null)
  from withdrawals_approval a where a.withdrawal = p_withdrawal order by a.at, a.operator
$$;

create or replace function withdrawals_guard() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'sweeping' then new.state in ('held', 'approved', 'failed')
    when 'held' then new.state in ('approved', 'returned')
    when 'approved' then new.state in ('sent', 'returned')
    when 'sent' then new.state in ('paid', 'returned', 'unknown', 'exception')
    when 'unknown' then new.state in ('paid', 'returned', 'exception')
    when 'exception' then new.state in ('paid', 'returned')
    else false end) then
    raise exception 'a withdrawal that is % cannot become %', old.state, new.state using errcode = 'KW001';
  end if;
  if new.state in ('approved', 'sent')
     and exists (select from account_member m where m.id = new.member_id and m.deactivated_at is not null) then
    raise exception 'the member of this withdrawal is deactivated' using errcode = 'KW006';
  end if;
  if new.state = 'approved' then
    if (select count(*) from withdrawals_yes(new.id) y where y.counts) < new.approvals_needed then
      raise exception 'this withdrawal needs the approval of % different people', new.approvals_needed using errcode = 'KW002';
    end if;
    if new.approved_at < new.not_before then
      raise exception 'this withdrawal waits until %', new.not_before using errcode = 'KW003';
    end if;
  end if;
  return new;
end $$;

-- What bounced counts, too: one operator who says so again and again could have let any sum go out without a person.
create or replace function withdrawals_day(p_members text[], p_at timestamptz)
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
    group by w.member_id;
end $$;

revoke all on function withdrawals_yes from public;
grant execute on function withdrawals_yes to kapao_app;

-- The approvals of a withdrawal, and whether each still counts.
create or replace function withdrawals_approvals(p_withdrawal uuid) returns table (operator text, at timestamptz, counts boolean)
language sql stable as $$
  select a.operator, a.at,
         exists (select from operators_operator o where 'operator:' || o.name = a.operator and o.disabled_at is null)
  from withdrawals_approval a where a.withdrawal = p_withdrawal order by a.at, a.operator
$$;

-- Two approvals are by two people: a second name that one person has added is not another person. An adder holds a new
-- name's token for a moment, so no operator counts together with one behind them, directly or through others. Nor does
-- an operator count who was added after the withdrawal was requested, when the use of another name was known, nor one
-- who has approved withdrawals, or signed in with the newest key, for less than a day.
create or replace function withdrawals_approval_guard() returns trigger language plpgsql as $$
declare
  v_asked timestamptz;
  v_needed int;
  v_member text;
begin
  -- Locked, so that two concurrent approvals see each other.
  select w.noted_at, w.approvals_needed, w.member_id into v_asked, v_needed, v_member
    from withdrawals_withdrawal w where w.id = new.withdrawal for no key update;
  -- An operator who moved money to a member alone approves none of its withdrawals: another one has to, or has to have
  -- reviewed the act.
  if not confirm_is_alone(new.operator, 'withdrawals approve', new.withdrawal::text) and exists (
    select from review_act r
    where r.member_id = v_member and r.actor = new.operator and r.second is null and r.ticked_by is null
      and r.at > now() - interval '24 hours'
  ) then
    raise exception '% has moved money of this member', new.operator using errcode = 'KW007';
  end if;
  if v_needed < 2 then return new; end if;
  if not exists (select from operators_operator o where 'operator:' || o.name = new.operator and o.added_at <= v_asked) then
    raise exception '% was not there when this withdrawal was asked for', new.operator using errcode = 'KW004';
  end if;
  if coalesce(confirm_ready_at(new.operator, 'withdrawals approve'), 'infinity') > now() then
    raise exception '% is no second person yet', new.operator using errcode = 'KW012';
  end if;
  if exists (
    select from withdrawals_approval a
    where a.withdrawal = new.withdrawal
      and (a.operator in (select operators_behind(new.operator)) or new.operator in (select operators_behind(a.operator)))
  ) then
    raise exception '% stands behind, or is behind, the one who has approved it', new.operator using errcode = 'KW005';
  end if;
  return new;
end $$;
create or replace trigger withdrawals_approval_guard before insert on withdrawals_approval
  for each row execute function withdrawals_approval_guard();

revoke all on function withdrawals_approvals from public;
grant execute on function withdrawals_approvals to kapao_app;

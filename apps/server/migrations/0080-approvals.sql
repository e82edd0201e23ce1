-- Two approvals are of two people: a second name that somebody has given themselves is not another person. Who adds a name holds
-- its token for a moment, so nobody counts beside whoever has added them, over however many others; and nobody counts who was
-- added after the money was asked for, when it was known what another name would be good for.

-- Everybody who stands behind an operator: who has added them, who has added those, up to the first.
create function operators_behind(p_operator text) returns setof text language sql stable as $$
  with recursive behind (operator) as (
    select o.created_by from operators_operator o where 'operator:' || o.name = p_operator
    union
    select o.created_by from operators_operator o join behind b on 'operator:' || o.name = b.operator
  )
  select operator from behind
$$;

create function withdrawals_approval_guard() returns trigger language plpgsql as $$
declare
  v_asked timestamptz;
  v_needed int;
begin
  -- Locked, so that two who approve at once see each other.
  select w.created_at, w.approvals_needed into v_asked, v_needed
    from withdrawals_withdrawal w where w.id = new.withdrawal for no key update;
  if v_needed < 2 then return new; end if;
  if not exists (select from operators_operator o where 'operator:' || o.name = new.operator and o.created_at <= v_asked) then
    raise exception '% was not there when this withdrawal was asked for', new.operator using errcode = 'KW004';
  end if;
  if exists (
    select from withdrawals_approval a
    where a.withdrawal = new.withdrawal
      and (a.operator in (select operators_behind(new.operator)) or new.operator in (select operators_behind(a.operator)))
  ) then
    raise exception '% stands behind, or is behind, whoever has approved it', new.operator using errcode = 'KW005';
  end if;
  return new;
end $$;
create trigger withdrawals_approval_guard before insert on withdrawals_approval
  for each row execute function withdrawals_approval_guard();

revoke all on function operators_behind from public;
grant execute on function operators_behind to kapao_app;

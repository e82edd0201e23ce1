-- Which operators count as people, for whom and how long: who could be the second person, and who is the only one.

-- Whether two operators stand apart: neither has added the other, directly or through others. Approvals of withdrawals
-- use it too.
create or replace function confirm_apart(p_one text, p_other text) returns boolean language sql stable as $$
  select p_one <> p_other and p_one not in (select operators_behind(p_other)) and p_other not in (select operators_behind(p_one))
$$;

-- The roles that say the second yes, approve a withdrawal or decide an item: those with `second.decide`,
-- `withdrawal.approve` and `work.decide`, which a test compares with the contract.
create or replace function confirm_roles(p_kind text) returns text[] language sql immutable as $$
  select case when p_kind in ('withdrawals approve', 'items decide') then array['cashier', 'risk', 'owner'] else array['risk', 'owner'] end
$$;

-- From when on an operator counts as a person of their own: a day after they were given such a role, and a day after
-- their newest way to sign in, since somebody else may hold that. Null for those without such a role.
create or replace function confirm_ready_at(p_operator text, p_kind text) returns timestamptz language sql stable as $$
  with one as (select split_part(p_operator, ':', 2) as name)
  select greatest(given.since, (select max(p.created_at) from sign_in_passkey p join one on p.operator = one.name),
                  (select max(w.changed_at) from sign_in_password w join one on w.operator = one.name)) + interval '24 hours'
  from (select min(r.given_at) as since from operators_role r join one on r.operator = one.name
        where r.role = any (confirm_roles(p_kind))) given
  where given.since is not null
$$;

-- Those who had such a role and were disabled or lost it, when, and by whom alone; null where two had agreed on it, as
-- on every owner. The operators of a demo were nobody.
create or replace function confirm_ended(p_kind text) returns table (operator text, ended_at timestamptz, ended_by text) language sql stable as $$
  select 'operator:' || o.name, o.noted_at,
         case when not exists (select from operators_role r where r.operator = o.name and r.role = 'owner') then o.disabled_by end
  from operators_operator o
  where o.disabled_at is not null and o.created_by <> 'system:seed'
    and exists (select from operators_role r where r.operator = o.name and r.role = any (confirm_roles(p_kind)))
  union all
  select 'operator:' || p.operator, p.ended_at, case when not p.by_two then p.ended_by end
  from operators_role_past p join operators_operator o on o.name = p.operator
  where p.role = any (confirm_roles(p_kind)) and o.created_by <> 'system:seed'
$$;

-- Requests by which no money is given and no rule about money is loosened: other operators, and who reaches the console,
-- where no other setting is changed with it.
create or replace function confirm_is_money(p_kind text, p_subject text) returns boolean language sql immutable as $$
  select not (p_kind in ('operator add', 'operator roles', 'operator disable', 'operator enable')
              or p_kind = 'settings set' and p_subject !~ '(^| )(?!console[.])')
$$;

-- The operators who count when it is asked whether this one is the only one. Somebody who was disabled or lost their
-- role counts for a week. If the asker did that alone, or somebody who does not stand apart from the asker, or anybody
-- in the month after the asker had closed everything, they count for a month; and for ever where it is about money:
-- nobody becomes the only one for money by what they did themselves.
create or replace function confirm_known(p_asker text, p_kind text, p_subject text) returns setof text language sql stable as $$
  select 'operator:' || o.name from operators_operator o
  where o.disabled_at is null and o.noted_at <= now() - interval '24 hours'
    and exists (select from operators_role r where r.operator = o.name and r.role = any (confirm_roles(p_kind)))
  union
  select e.operator from confirm_ended(p_kind) e
  where e.ended_at > now() - interval '7 days'
     or (e.ended_at > now() - interval '30 days' or confirm_is_money(p_kind, p_subject)) and e.ended_by is not null
        and (not confirm_apart(e.ended_by, p_asker) or exists (
               select from core_restore r
               where r.found_by = p_asker and e.ended_at between r.noted_at and r.noted_at + interval '30 days'))
$$;

-- Whether no two operators count who could do this for each other. An owner is ended by two people or not at all.
create or replace function confirm_is_alone(p_asker text, p_kind text, p_subject text) returns boolean language sql stable as $$
  with known as (select k as operator from confirm_known(p_asker, p_kind, p_subject) k)
  select not (p_kind in ('operator disable', 'operator roles') and operators_is_owner(p_subject))
     and not exists (select from known one join known other on one.operator < other.operator and confirm_apart(one.operator, other.operator))
$$;

-- The operator who has begun the recovery, and therefore neither asks for its opening nor confirms it, as long as two
-- others count who can.
create or replace function confirm_closer(p_kind text) returns text language sql stable as $$
  select r.found_by from core_restore r
  where p_kind = 'recovery open' and r.opened_at is null and starts_with(r.found_by, 'operator:') and exists (
    with known as (select k as operator from confirm_known(r.found_by, p_kind, 'house') k where k <> r.found_by)
    select from known one join known other on one.operator < other.operator and confirm_apart(one.operator, other.operator))
$$;

-- Who could confirm an operator's request, each from a moment on: operators with such a role who stand apart from the
-- asker and were noted at least a day before the request, so that no one can add a second name for it unnoticed.
create or replace function confirm_seconds(p_asker text, p_asked timestamptz, p_kind text) returns table (operator text, ready_at timestamptz)
language sql stable as $$
  select o.operator, ready.at
  from (select 'operator:' || name as operator, disabled_at, noted_at from operators_operator) o
  cross join lateral (select confirm_ready_at(o.operator, p_kind) as at) ready
  where o.disabled_at is null and o.noted_at <= p_asked - interval '24 hours' and ready.at is not null
    and confirm_apart(o.operator, p_asker) and o.operator is distinct from confirm_closer(p_kind)
  order by o.operator
$$;

-- Who can confirm it now.
create or replace function confirm_others(p_asker text, p_asked timestamptz, p_kind text) returns setof text language sql stable as $$
  select s.operator from confirm_seconds(p_asker, p_asked, p_kind) s where s.ready_at <= now()
$$;

-- Whether who confirmed a request counts for it as at the moment of the yes: for what was confirmed on one day and begins
-- on another. A new way to sign in since then takes nothing from a yes that was given before.
create or replace function confirm_holds(p_request bigint) returns boolean language sql stable as $$
  select exists (
    select from confirm_request a
    where a.id = p_request and a.state = 'confirmed' and (
      a.decided_by in (select s.operator from confirm_seconds(a.asked_by, a.asked_at, a.kind) s)
      or a.decided_by = a.asked_by and confirm_is_alone(a.asked_by, a.kind, a.subject) and confirm_ready_at(a.asked_by, a.kind) is not null))
$$;

revoke all on function confirm_apart, confirm_roles, confirm_ready_at, confirm_ended, confirm_is_money, confirm_known, confirm_is_alone,
  confirm_closer, confirm_seconds, confirm_others, confirm_holds from public;
grant execute on function confirm_apart, confirm_roles, confirm_ready_at, confirm_ended, confirm_is_money, confirm_known, confirm_is_alone,
  confirm_closer, confirm_seconds, confirm_others, confirm_holds to kapao_app;

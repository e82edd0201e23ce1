-- Who ends the rights of others, whom two have to end, and who always stays.

-- Who may end somebody's rights: the roles with `operators.disable`, which a test compares with the contract.
create or replace function operators_may_end(p_operator text) returns boolean language sql stable as $$
  select exists (
    select from operators_operator o join operators_role r on r.operator = o.name
    where 'operator:' || o.name = p_operator and o.disabled_at is null and r.role in ('risk', 'owner')
  )
$$;

create or replace function operators_is_owner(p_name text) returns boolean language sql stable as $$
  select exists (
    select from operators_operator o join operators_role r on r.operator = o.name
    where o.name = p_name and o.disabled_at is null and r.role = 'owner'
  )
$$;

-- Whether a second operator has agreed to what this one asked for about an operator, and it is not done yet.
create or replace function operators_two_agree(p_kind text, p_name text, p_by text) returns boolean language sql stable as $$
  select exists (
    select from confirm_request a
    where a.kind = p_kind and a.subject = p_name and a.state = 'confirmed' and a.done_at is null
      and a.asked_by = p_by and a.decided_by <> a.asked_by
  )
$$;

-- An owner is ended by two people, anybody else by one who may; the last owner by nobody. The lock is that of the
-- operators: of two who end the last two owners at once, one is refused.
create or replace function operators_refuse_end(p_name text, p_by text, p_by_two boolean, p_ends_owner boolean) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4011004);
  if p_ends_owner and not exists (
    select from operators_operator o where o.name <> p_name and operators_is_owner(o.name)
  ) then
    raise exception '% is the last owner', p_name using errcode = 'KO003';
  end if;
  -- An installation without members is being set up.
  if p_by_two or not exists (select from account_member) then return; end if;
  if operators_is_owner(p_name) then
    raise exception 'nobody has agreed that % ends the rights of the owner %', p_by, p_name using errcode = 'KO004';
  end if;
  if not operators_may_end(p_by) then
    raise exception '% may not end the rights of others', p_by using errcode = 'KO005';
  end if;
end $$;

-- Enabling takes two people again, and gives back what was there: the name counts from when it was added. Only who
-- disabled somebody may take that back alone, within a day.
create or replace function operators_disable_guard() returns trigger language plpgsql as $$
begin
  if (new.disabled_at is null) = (old.disabled_at is null) then
    raise exception '% is so already', old.name using errcode = 'KO006';
  end if;
  -- The operators of a demo end with the first operator of one's own.
  if new.disabled_at is not null and old.created_by = 'system:seed' and new.disabled_by = 'system:bootstrap' then
    new.noted_at := now();
    return new;
  end if;
  if new.disabled_at is not null then
    perform operators_refuse_end(new.name, new.disabled_by, operators_two_agree('operator disable', new.name, new.disabled_by),
      operators_is_owner(new.name));
    new.noted_at := now();
    return new;
  end if;
  if not exists (
    select from confirm_request a
    where a.kind = 'operator enable' and a.subject = new.name and a.done_at is null
      and (a.state = 'confirmed' or a.state = 'alone' and a.asked_by = old.disabled_by and a.asked_at > now() - interval '1 hour'
             and old.noted_at > now() - interval '24 hours')
  ) and exists (select from account_member) then
    raise exception 'nobody has confirmed that % is enabled', new.name using errcode = 'KO007';
  end if;
  new.noted_at := old.added_at;
  return new;
end $$;
create or replace trigger operators_disable_guard before update of disabled_at on operators_operator
  for each row execute function operators_disable_guard();

-- Takes a role away. Runs as its owner: no other role may delete one.
create or replace function operators_role_end() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.ended_at := now();
  new.by_two := operators_two_agree('operator roles', new.operator, new.ended_by) and not exists (
    select from confirm_request a
    where a.kind = 'operator roles' and a.subject = new.operator and a.state = 'confirmed' and a.done_at is null
      and a.asked_by = new.ended_by and a.what -> 'roles' ? new.role
  );
  if new.ended_by = 'operator:' || new.operator then
    raise exception '% takes a role of their own', new.operator using errcode = 'KO002';
  end if;
  perform operators_refuse_end(new.operator, new.ended_by, new.by_two, new.role = 'owner');
  delete from operators_role r where r.operator = new.operator and r.role = new.role;
  if not found then
    raise exception '% is not %', new.operator, new.role using errcode = 'KO006';
  end if;
  return new;
end $$;
create or replace trigger operators_role_end before insert on operators_role_past for each row execute function operators_role_end();

revoke all on function operators_may_end, operators_is_owner, operators_two_agree, operators_refuse_end, operators_role_end from public;
grant execute on function operators_may_end, operators_is_owner, operators_two_agree, operators_refuse_end to kapao_app;

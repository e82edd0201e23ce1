-- A role is given like a name (add.sql): alone while the setup lasts, later by two operators who stand apart. Nobody
-- gives themselves one, but the first operator of an installation owns it.
create or replace function operators_role_guard() returns trigger language plpgsql as $$
begin
  new.given_at := now();
  if new.role = 'owner' and not exists (select from operators_role r where r.operator = new.operator) and exists (
    select from operators_operator o where o.name = new.operator and o.created_by in ('system:bootstrap', 'system:seed')
  ) then
    return new;
  end if;
  if new.given_by <> 'operator:' || new.operator and (operators_may_add(new.given_by) or exists (
    select from confirm_request a
    where a.kind in ('operator add', 'operator roles') and a.subject = new.operator and a.state = 'confirmed'
      and a.done_at is null and a.asked_by = new.given_by and a.what -> 'roles' ? new.role
  )) then
    return new;
  end if;
  raise exception 'nobody has confirmed that % becomes %', new.operator, new.role using errcode = 'KO002';
end $$;
create or replace trigger operators_role_guard before insert on operators_role for each row execute function operators_role_guard();

create or replace function operators_role_hint() returns trigger language plpgsql as $$
begin
  perform core_console_hint('me', jsonb_build_object('operator', coalesce(new.operator, old.operator)));
  return null;
end $$;
create or replace trigger operators_role_hint after insert or delete on operators_role for each row execute function operators_role_hint();

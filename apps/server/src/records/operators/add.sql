-- All operators behind an operator: the one who added them, the one who added that one, up to the first.
create or replace function operators_behind(p_operator text) returns setof text language sql stable as $$
  with recursive behind (operator) as (
    select o.created_by from operators_operator o where 'operator:' || o.name = p_operator
    union
    select o.created_by from operators_operator o join behind b on 'operator:' || o.name = b.operator
  )
  select operator from behind
$$;

-- By the clock of the database: the terminal's clock is under the control of those it would bind.
create or replace function operators_note() returns trigger language plpgsql as $$
begin
  new.noted_at := now();
  return new;
end $$;
create or replace trigger operators_note before insert on operators_operator
  for each row execute function operators_note();

-- The operators of a demo, which only its seed makes, are none that an installation of one's own begins with.
-- Before the first member any operator adds the others, and for a week the first operator does: this is how long the
-- setup lasts.
create or replace function operators_may_add(p_adder text) returns boolean language sql stable as $$
  select not exists (select from account_member) or not exists (select from operators_operator where created_by <> 'system:seed')
    or (not exists (select from operators_operator where added_at <= now() - interval '7 days' and created_by <> 'system:seed')
        and exists (select from operators_operator o where 'operator:' || o.name = p_adder and o.created_by = 'system:bootstrap'))
$$;

-- Nobody who adds a name holds what signs in as it, but a name can be given to nobody, and two names added by one
-- operator stand apart from each other: one person could act as two. So after the setup two operators who stand apart have to agree on every further name.
create or replace function operators_add_guard() returns trigger language plpgsql as $$
begin
  new.added_at := now();
  if operators_may_add(new.created_by) or exists (
    select from confirm_request a
    where a.kind = 'operator add' and a.subject = new.name and a.state = 'confirmed' and a.done_at is null
      and a.asked_by = new.created_by and a.what ->> 'tokenHash' = encode(new.token_hash, 'hex')
  ) then
    return new;
  end if;
  raise exception 'nobody has confirmed that % adds %', new.created_by, new.name using errcode = 'KO001';
end $$;
create or replace trigger operators_add_guard before insert on operators_operator for each row execute function operators_add_guard();

revoke all on function operators_behind, operators_may_add from public;
grant execute on function operators_behind, operators_may_add to kapao_app;

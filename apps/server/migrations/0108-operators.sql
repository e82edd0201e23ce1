-- Whoever adds a name holds its token for a moment, and two names that one person has added stand apart from each other: together they
-- would be two people. So once a house is set up, two who stand apart have to agree on every further name.

-- When somebody was added, by the clock of the database, whatever becomes of them later.
alter table operators_operator add column added_at timestamptz not null default now();
update operators_operator set added_at = least(created_at, now());

-- Before the first member anybody adds the others, and for a week the first operator does: so long a house is being set up.
create function operators_may_add(p_adder text) returns boolean language sql stable as $$
  select not exists (select from account_member) or not exists (select from operators_operator)
    or (not exists (select from operators_operator where added_at <= now() - interval '7 days')
        and exists (select from operators_operator o where 'operator:' || o.name = p_adder and o.created_by = 'system:bootstrap'))
$$;

create function operators_add_guard() returns trigger language plpgsql as $$
begin
  new.added_at := now();
  if operators_may_add(new.created_by) or exists (
    select from confirm_asked a
    where a.kind = 'operator add' and a.subject = new.name and a.state = 'confirmed' and a.done_at is null
      and a.asked_by = new.created_by and a.what ->> 'tokenHash' = encode(new.token_hash, 'hex')
  ) then
    return new;
  end if;
  raise exception 'nobody has confirmed that % adds %', new.created_by, new.name using errcode = 'KO001';
end $$;
create trigger operators_add_guard before insert on operators_operator for each row execute function operators_add_guard();

revoke all on function operators_may_add from public;
grant execute on function operators_may_add to kapao_app;

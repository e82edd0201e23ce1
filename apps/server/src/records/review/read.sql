-- Who may review an operator's act: operators who stand apart and have been noted for a day; where there are none, any
-- other operator.
create or replace function review_readers(p_actor text) returns setof text language sql stable as $$
  with apart as (select o from confirm_others(p_actor, now(), 'review') o)
  select o from apart
  union all
  select 'operator:' || o.name from operators_operator o
  where o.disabled_at is null and 'operator:' || o.name <> p_actor and not exists (select from apart)
$$;

-- An act is reviewed once, by an operator who may review it.
create or replace function review_guard() returns trigger language plpgsql as $$
begin
  if new.ticked_by is not distinct from old.ticked_by then return new; end if;
  if old.ticked_by is not null then
    raise exception '% has read it before', old.ticked_by using errcode = 'KV001';
  end if;
  if new.ticked_by not in (select review_readers(old.actor)) then
    raise exception '% may not read what % did', new.ticked_by, old.actor using errcode = 'KV002';
  end if;
  new.ticked_at := now();
  return new;
end $$;
create or replace trigger review_guard before update on review_act for each row execute function review_guard();

revoke all on function review_readers from public;
grant execute on function review_readers to kapao_app;

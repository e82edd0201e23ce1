-- A link makes its holder the operator. So everybody may have one of their own, who sets up a house makes those
-- of the others, and later the second of two operators who agreed on it makes one, within the hour and once.
create or replace function sign_in_may_link(p_by text, p_operator text) returns boolean language sql stable as $$
  select p_by = 'operator:' || p_operator or operators_may_add(p_by) or exists (
    select from confirm_request a
    where a.kind in ('operator add', 'operator enrol') and a.subject = p_operator and a.state = 'confirmed'
      and a.decided_by = p_by and a.decided_at > now() - interval '1 hour'
      and not exists (select from sign_in_link l where l.operator = p_operator and l.made_at > a.decided_at)
  )
$$;

create or replace function sign_in_link_guard() returns trigger language plpgsql as $$
begin
  if not sign_in_may_link(new.made_by, new.operator) then
    raise exception 'nobody has confirmed that % makes a link for %', new.made_by, new.operator using errcode = 'KS001';
  end if;
  new.made_at := now();
  return new;
end $$;
create or replace trigger sign_in_link_guard before insert on sign_in_link for each row execute function sign_in_link_guard();

revoke all on function sign_in_may_link from public;
grant execute on function sign_in_may_link to kapao_app;

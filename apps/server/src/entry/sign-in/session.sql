-- Sessions with what their operators may do at this moment; the caller judges their times.
create or replace function sign_in_find(p_keys bytea[]) returns table (
  key bytea, operator text, way text, started_at timestamptz, last_used_at timestamptz, ends_at timestamptz, touched_at timestamptz,
  is_ended boolean, roles text[]
) language sql stable as $$
  select s.key, s.operator, s.way, s.started_at, s.last_used_at, s.ends_at, s.touched_at,
         s.ended_at is not null or o.disabled_at is not null,
         array(select r.role from operators_role r where r.operator = s.operator order by r.role)
  from sign_in_session s join operators_operator o on o.name = s.operator where s.key = any (p_keys)
$$;

-- An operator who is disabled, at either desk, has no session from then on.
create or replace function sign_in_end_disabled() returns trigger language plpgsql as $$
begin
  update sign_in_session s set ended_at = now(), ended_why = 'disabled' where s.operator = new.name and s.ended_at is null;
  perform core_console_hint('me', jsonb_build_object('operator', new.name));
  return null;
end $$;
create or replace trigger sign_in_end_disabled after update of disabled_at on operators_operator
  for each row when (new.disabled_at is not null) execute function sign_in_end_disabled();

revoke all on function sign_in_find from public;
grant execute on function sign_in_find to kapao_app;

-- Writes the audit rows of a batch of operations that members started.
create or replace function core_audit_write(
  p_at timestamptz, p_actor text[], p_request text[], p_action text, p_subject text[], p_after jsonb[]
) returns void
-- Not in language SQL: such a function is planned again at every call.
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into core_audit (at, actor, request_id, action, subject, after)
    select p_at, u.actor, u.request, p_action, u.subject, u.after
    from unnest(p_actor, p_request, p_subject, p_after) as u (actor, request, subject, after);
end $$;

revoke all on function core_audit_write from public;
grant execute on function core_audit_write to kapao_app;

-- Whether nothing of this member may be sent to a bank account.
create or replace function payouts_is_stopped(p_member text) returns boolean language sql stable as $$
  select exists (select from payouts_stop s where s.ended_at is null and (s.member_id is null or s.member_id = p_member))
$$;

-- Stops payouts, of one member or of all, and says so in the trail. What two people have let go on before is no reason
-- again, and what is found while they are stopped is added. Returns the stop that was not there before. Runs as its
-- owner: nothing else may write to the table.
create or replace function payouts_stop(
  p_member text, p_findings text[], p_why text, p_actor text, p_request text, p_at timestamptz
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_new text[] := array(
    select one from unnest(p_findings) as one
    except select unnest(s.findings) from payouts_stop s where s.ended_at is not null);
  v_id bigint;
begin
  if cardinality(p_findings) > 0 and cardinality(v_new) = 0 then return null; end if;
  insert into payouts_stop (member_id, findings, why, stopped_by, stopped_at)
    values (p_member, v_new, left(p_why, 500), p_actor, p_at)
    on conflict do nothing returning id into v_id;
  if v_id is null then
    update payouts_stop s set findings = array(select unnest(s.findings) union select unnest(v_new))
      where s.ended_at is null and s.member_id is not distinct from p_member and not s.findings @> v_new;
    return null;
  end if;
  insert into core_audit (at, actor, request_id, action, subject, after)
    values (p_at, p_actor, p_request, 'payouts.stop', 'payouts:' || coalesce(p_member, 'all'),
            jsonb_build_object('memberId', p_member, 'why', left(p_why, 500)));
  return v_id;
end $$;

-- Ends a stop. The trail refuses it without the request that a second person has confirmed (confirm_required). What was
-- found since that request is not what they agreed to: then nothing is ended, and the answer is false.
create or replace function payouts_resume(
  p_id bigint, p_findings int, p_why text, p_actor text, p_request text, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_stop payouts_stop;
begin
  update payouts_stop s set ended_by = p_actor, ended_at = p_at, ended_why = left(p_why, 500)
    where s.id = p_id and s.ended_at is null and cardinality(s.findings) = p_findings returning * into v_stop;
  if not found then return false; end if;
  insert into core_audit (at, actor, request_id, action, subject, before, after)
    values (p_at, p_actor, p_request, 'payouts.resume', 'payouts:' || coalesce(v_stop.member_id, 'all'),
            jsonb_build_object('memberId', v_stop.member_id, 'why', v_stop.why, 'since', v_stop.stopped_at),
            jsonb_build_object('why', left(p_why, 500)));
  return true;
end $$;

revoke all on function payouts_is_stopped, payouts_stop, payouts_resume from public;
grant execute on function payouts_is_stopped, payouts_stop, payouts_resume to kapao_app;

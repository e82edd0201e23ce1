-- Whether this connection is one of `kapao recover`. It guards against mistakes, not against people who may write SQL.
create or replace function core_rebuilds() returns boolean language sql stable as $$
  select coalesce(current_setting('kapao.rebuilds', true), '') = 'on'
$$;

-- Whether nothing may be booked or sent now.
create or replace function core_is_closed() returns boolean language sql stable as $$
  select not core_rebuilds() and exists (select from core_restore r where r.opened_at is null)
$$;

-- Counts up once, and compares with a count that was kept outside. One that is ahead of the books declares a restore
-- and begins a recovery; while it lasts the books catch up with what is outside and count no further.
create or replace function core_count(
  p_name uuid, p_epoch int, p_count bigint, p_counted_at timestamptz, p_place text, p_at timestamptz,
  out o_name uuid, out o_epoch int, out o_count bigint, out o_closed boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_house core_house;
  v_point timestamptz;
begin
  select * into v_house from core_house h for no key update;
  v_point := case when v_house.counted_at > p_at - interval '1 minute' then v_house.paused_at else v_house.counted_at end;
  o_closed := exists (select from core_restore r where r.opened_at is null);
  if p_name = v_house.name and (p_epoch, p_count) > (v_house.epoch, v_house.count) then
    if o_closed then
      -- Another machine has seen more of what was lost.
      update core_restore r set ahead_at = greatest(r.ahead_at, p_counted_at) where r.opened_at is null;
      v_house.epoch := greatest(v_house.epoch, p_epoch);
    else
      perform core_close(greatest(v_house.epoch, p_epoch) + 1, p_at, p_place, v_point, p_counted_at, null);
      v_house.epoch := greatest(v_house.epoch, p_epoch) + 1;
      o_closed := true;
    end if;
    v_house.count := greatest(v_house.count, p_count);
  end if;
  if not o_closed then
    if v_house.counted_at < p_at - interval '1 minute' then v_house.paused_at := v_house.counted_at; end if;
    v_house.count := v_house.count + 1;
    v_house.counted_at := p_at;
  end if;
  update core_house h set epoch = v_house.epoch, count = v_house.count, counted_at = v_house.counted_at,
    paused_at = v_house.paused_at;
  o_name := v_house.name;
  o_epoch := v_house.epoch;
  o_count := v_house.count;
end $$;

-- Begins a recovery, and ends every session: one that was ended after the point would be alive again.
create or replace function core_close(
  p_epoch int, p_at timestamptz, p_by text, p_point_at timestamptz, p_ahead_at timestamptz, p_why text
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into core_restore (epoch, found_at, found_by, point_at, ahead_at, why)
    values (p_epoch, p_at, p_by, p_point_at, p_ahead_at, p_why);
  update core_session set revoked_at = greatest(p_at, created_at), revoked_why = 'operator' where revoked_at is null;
  perform pg_notify('core_session_ended', '');
end $$;

-- An operator declares a restore that no count shows. Returns its epoch; null where Kapao is in recovery already.
create or replace function core_declare(p_actor text, p_request text, p_why text, p_point_at timestamptz, p_at timestamptz)
returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_house core_house;
begin
  select * into v_house from core_house h for no key update;
  if exists (select from core_restore r where r.opened_at is null) then return null; end if;
  perform core_close(v_house.epoch + 1, p_at, p_actor, p_point_at, null, p_why);
  update core_house h set epoch = v_house.epoch + 1;
  insert into core_audit (at, actor, request_id, action, subject, after)
    values (p_at, p_actor, p_request, 'recovery.begin', 'house', jsonb_build_object('epoch', v_house.epoch + 1, 'why', p_why));
  return v_house.epoch + 1;
end $$;

-- Ends the recovery. The row of the trail asks for the word of two operators (`confirm_required`) before anything changes.
create or replace function core_open(p_actor text, p_request text, p_why text, p_at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_epoch int;
begin
  select r.epoch into v_epoch from core_restore r where r.opened_at is null for no key update;
  if not found then return null; end if;
  insert into core_audit (at, actor, request_id, action, subject, after)
    values (p_at, p_actor, p_request, 'recovery.open', 'house', jsonb_build_object('epoch', v_epoch, 'why', p_why));
  update core_restore r set opened_at = p_at, opened_by = p_actor, opened_why = p_why where r.epoch = v_epoch;
  return v_epoch;
end $$;

revoke all on function core_rebuilds, core_is_closed, core_count, core_close, core_declare, core_open from public;
grant execute on function core_rebuilds, core_is_closed, core_count, core_declare, core_open to kapao_app;

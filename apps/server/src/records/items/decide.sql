-- A decision is final. An operator who gave to a member, took from them or changed their bank account within a day does
-- not decide an item about them, neither alone nor by requesting it.
create or replace function items_item_guard() returns trigger language plpgsql as $$
begin
  if old.decision is not null then
    raise exception 'item % is decided', old.id using errcode = 'KI001';
  end if;
  if new.decision is not null and not confirm_is_alone(new.decided_by, 'items decide', new.id::text) and exists (
    with judges as (
      select new.decided_by as name
      union all
      select a.asked_by from confirm_request a
      where a.kind = 'items decide' and a.subject = 'item:' || new.id and a.state = 'confirmed' and a.done_at is null)
    select from review_act r join judges j on j.name in (r.actor, r.second)
    where r.at > now() - interval '24 hours' and r.action <> 'items.decide'
      and (r.member_id in (new.member_id, new.other_id) or r.other_id in (new.member_id, new.other_id))
  ) then
    raise exception '% has moved money of a member whom item % is about', new.decided_by, new.id using errcode = 'KI002';
  end if;
  return new;
end $$;
create or replace trigger items_item_guard before update on items_item for each row execute function items_item_guard();

-- In the transaction of the decision, so that it is neither forgotten nor done twice. Runs as its owner: no other role
-- can change how many operators a withdrawal needs.
create or replace function items_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform withdrawals_reconsider(array[new.member_id, new.other_id], new.decision = 'deny', new.decided_at);
  return null;
end $$;
create or replace trigger items_decided after update of decision on items_item
  for each row when (old.decision is null and new.decision is not null and new.holds @> array['withdrawals'])
  execute function items_decided();

revoke all on function items_decided from public;

-- `friend`: of who invited only what this friend has brought waits, of the friend every reward. Whoever registers with somebody's link
-- and name held all rewards of that member before. `bonus`: the one that the item names, and nothing else.
alter table items_item drop constraint items_item_holds_check;
alter table items_item add constraint items_item_holds_check check (holds <@ array['rewards', 'withdrawals', 'friend', 'bonus']);

-- What was decided stands; and whoever has given to a member, taken from them or changed their bank account within a day does not judge
-- an item about them, neither by their own word nor by asking for it.
create or replace function items_item_guard() returns trigger language plpgsql as $$
begin
  if old.decision is not null then
    raise exception 'item % is decided', old.id using errcode = 'KI001';
  end if;
  if new.decision is not null and not confirm_is_alone() and exists (
    with judges as (
      select new.decided_by as name
      union all
      select a.asked_by from confirm_asked a
      where a.kind = 'items decide' and a.subject = 'item:' || new.id and a.state = 'confirmed' and a.done_at is null)
    select from review_act r join judges j on j.name in (r.actor, r.second)
    where r.at > now() - interval '24 hours' and r.action <> 'items.decide'
      and (r.member_id in (new.member_id, new.other_id) or r.other_id in (new.member_id, new.other_id))
  ) then
    raise exception '% has moved money of a member whom item % is about', new.decided_by, new.id using errcode = 'KI002';
  end if;
  return new;
end $$;

-- A withdrawal waits while an item about its member holds withdrawals, whichever of the two was first, and goes on when it is decided:
-- by itself where it was allowed, with a person's approval where it was not.

create function withdrawals_is_checked(p_member text) returns boolean language sql stable as $$
  select exists (select from items_item i where i.member_id = p_member and i.decision is null and i.holds @> array['withdrawals'])
    or exists (select from items_item i where i.other_id = p_member and i.decision is null and i.holds @> array['withdrawals'])
$$;

create or replace function withdrawals_touched() returns trigger language plpgsql as $$
begin
  if new.approvals_needed = 0 and exists (
    select from review_act r
    where r.member_id = new.member_id and r.action = 'account.changeBank' and r.at > now() - interval '24 hours'
  ) then
    new.approvals_needed := 1;
  end if;
  if new.state = 'approved' and (new.approvals_needed > 0 or withdrawals_is_checked(new.member_id)) then
    new.state := 'held';
    new.approved_at := null;
  end if;
  return new;
end $$;

create or replace function withdrawals_guard() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'sweeping' then new.state in ('held', 'approved', 'failed')
    when 'held' then new.state in ('approved', 'returned')
    -- Back where nobody was asked to pay it yet.
    when 'approved' then new.state in ('sent', 'returned', 'held')
    when 'sent' then new.state in ('paid', 'returned', 'unknown', 'exception')
    when 'unknown' then new.state in ('paid', 'returned', 'exception')
    when 'exception' then new.state in ('paid', 'returned')
    else false end) then
    raise exception 'a withdrawal that is % cannot become %', old.state, new.state using errcode = 'KW001';
  end if;
  if new.state in ('approved', 'sent')
     and exists (select from account_member m where m.id = new.member_id and m.deactivated_at is not null) then
    raise exception 'the member of this withdrawal is deactivated' using errcode = 'KW006';
  end if;
  if new.state = 'sent' and withdrawals_is_checked(new.member_id) then
    raise exception 'an item about the member of this withdrawal is not decided' using errcode = 'KW008';
  end if;
  if new.state = 'approved' then
    if (select count(*) from withdrawals_yes(new.id) y where y.counts) < new.approvals_needed then
      raise exception 'this withdrawal needs the approval of % different people', new.approvals_needed using errcode = 'KW002';
    end if;
    -- A terminal may be wrong about the time, or made to be; a server that lets go what needs nobody is not in the hands of an operator.
    if (case when new.approvals_needed > 0 then least(new.approved_at, now()) else new.approved_at end) < new.not_before then
      raise exception 'this withdrawal waits until %', new.not_before using errcode = 'KW003';
    end if;
  end if;
  return new;
end $$;

-- In the transaction of the decision, so that it is neither forgotten nor done twice. As its owner: how many people a withdrawal needs
-- nobody else can change.
create function items_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.decision = 'deny' then
    update withdrawals_withdrawal
      set approvals_needed = 1, state = case state when 'approved' then 'held' else state end, approved_at = null
      where member_id in (new.member_id, new.other_id) and state in ('sweeping', 'held', 'approved') and approvals_needed = 0;
  end if;
  update withdrawals_withdrawal set next_at = new.decided_at
    where member_id in (new.member_id, new.other_id) and state in ('held', 'approved') and next_at > new.decided_at;
  return null;
end $$;
create trigger items_decided after update of decision on items_item
  for each row when (old.decision is null and new.decision is not null and new.holds @> array['withdrawals'])
  execute function items_decided();

revoke all on function items_decided, withdrawals_is_checked from public;
grant execute on function withdrawals_is_checked to kapao_app;

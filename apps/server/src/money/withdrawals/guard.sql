-- Whether an undecided item about the member holds withdrawals: a withdrawal waits meanwhile, whichever of the two was
-- first, and continues automatically once it is allowed, or with an approval if it is denied.
create or replace function withdrawals_is_checked(p_member text) returns boolean language sql stable as $$
  select exists (select from items_item i where i.member_id = p_member and i.decision is null and i.holds @> array['withdrawals'])
    or exists (select from items_item i where i.other_id = p_member and i.decision is null and i.holds @> array['withdrawals'])
$$;

-- The allowed transitions: nothing follows an end, what an operator has decided is carried out once it can no longer be
-- undone, sent money returns only from a state in which the payout channel was
-- asked, nothing is approved before its money is held, and nothing is paid without the number of different operators
-- that its amount needs. The approval of an operator who has been disabled since does not count. Nothing of a
-- deactivated member is approved or sent until they are activated again; it can be rejected.
create or replace function withdrawals_guard() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'sweeping' then new.state in ('held', 'failed')
    -- Paid at once where a restore has taken away who approved it and who was asked to pay.
    when 'held' then new.state in ('approved', 'rejected') or (new.state = 'paid' and core_rebuilds())
    -- Back to held while no channel was asked to pay it.
    when 'approved' then new.state in ('sent', 'rejected', 'held') or (new.state = 'paid' and core_rebuilds())
    -- Back to held while the money was not given back.
    when 'rejected' then new.state in ('returned', 'held') or (new.state = 'paid' and core_rebuilds())
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
  if (new.state = 'sent' and new.sent_at < old.undo_until)
     or (old.state = 'rejected' and new.state = 'returned' and new.ended_at < old.undo_until) then
    raise exception 'the decision about this withdrawal can be undone until %', old.undo_until using errcode = 'KW019';
  end if;
  if (new.state = 'sent' or (old.state = 'rejected' and new.state = 'returned')) and core_is_closed() then
    raise exception 'the house is in recovery' using errcode = 'KR001';
  end if;
  if new.state = 'sent' and payouts_is_stopped(new.member_id) then
    raise exception 'payouts are stopped' using errcode = 'KW018';
  end if;
  if new.state = 'sent' and withdrawals_is_checked(new.member_id) then
    raise exception 'an item about the member of this withdrawal is not decided' using errcode = 'KW008';
  end if;
  if new.state = 'approved' then
    if (select count(*) from withdrawals_approvals(new.id) y where y.counts) < new.approvals_needed then
      raise exception 'this withdrawal needs the approval of % different people', new.approvals_needed using errcode = 'KW002';
    end if;
    -- A terminal's clock may be wrong or manipulated; the server that releases unapproved ones is not under an
    -- operator's control.
    if (case when new.approvals_needed > 0 then least(new.approved_at, now()) else new.approved_at end) < new.not_before then
      raise exception 'this withdrawal waits until %', new.not_before using errcode = 'KW003';
    end if;
  end if;
  return new;
end $$;
create or replace trigger withdrawals_guard before update of state on withdrawals_withdrawal for each row execute function withdrawals_guard();

-- Nothing leaves for a bank account while money of its member was credited on an unconfirmed message: what a forged
-- message has brought stays where it can be taken back.
create or replace function withdrawals_unproven() returns trigger language plpgsql as $$
begin
  if qrcodes_unproven(new.member_id) then
    raise exception 'a payment of the member of this withdrawal is not confirmed by its gateway' using errcode = 'KW017';
  end if;
  if bankfeed_unproven(new.member_id) then
    raise exception 'a deposit of the member of this withdrawal is not shown by its bank' using errcode = 'KW017';
  end if;
  return new;
end $$;
create or replace trigger withdrawals_unproven before update of state on withdrawals_withdrawal
  for each row when (new.state = 'sent' and old.state is distinct from 'sent') execute function withdrawals_unproven();

revoke all on function withdrawals_is_checked, withdrawals_unproven from public;
grant execute on function withdrawals_is_checked to kapao_app;

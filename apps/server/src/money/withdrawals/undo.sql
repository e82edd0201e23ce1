-- Undoes an operator's own decision within its time, while nothing of it was carried out, in the caller's commit: an approval no longer
-- counts, a rejected withdrawal waits again, and one that had been approved before its rejection waits for its approvals
-- again. The row is locked: the worker that sends it or gives it back either comes first, or finds it held.
create or replace function withdrawals_undo(p_withdrawal uuid, p_operator text, p_at timestamptz, p_within interval) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v withdrawals_withdrawal;
begin
  select * into v from withdrawals_withdrawal where id = p_withdrawal for no key update;
  if v.state not in ('held', 'approved', 'rejected') then return 'carried-out'; end if;
  if v.state = 'rejected' then
    if v.rejected_by <> p_operator then return 'not-theirs'; end if;
    if v.undo_until <= p_at then return 'carried-out'; end if;
    delete from withdrawals_approval where withdrawal = p_withdrawal and v.approved_at is not null;
  else
    -- One that is older is carried out as soon as it can be, whatever keeps it until then; who wants it back rejects it.
    delete from withdrawals_approval where withdrawal = p_withdrawal and operator = p_operator and at > p_at - p_within;
    if not found then return 'not-theirs'; end if;
  end if;
  update withdrawals_withdrawal
    set state = 'held', approved_at = null, undo_until = null, rejected_by = null, reason = null, why = null, next_at = p_at
    where id = p_withdrawal;
  return 'undone';
end $$;

revoke all on function withdrawals_undo from public;
grant execute on function withdrawals_undo to kapao_app;

-- After a decision about members whose withdrawals waited for it: looks at those at once, and after a denial an operator
-- approves also what would be paid automatically. For the decision's own transaction; no role of the server calls it.
create or replace function withdrawals_reconsider(p_members text[], p_is_denied boolean, p_at timestamptz) returns void
language plpgsql as $$
begin
  if p_is_denied then
    update withdrawals_withdrawal
      set approvals_needed = 1, state = case state when 'approved' then 'held' else state end, approved_at = null
      where member_id = any(p_members) and state in ('sweeping', 'held', 'approved', 'rejected') and approvals_needed = 0;
  end if;
  update withdrawals_withdrawal set next_at = greatest(p_at, undo_until)
    where member_id = any(p_members) and state in ('held', 'approved') and next_at > p_at;
end $$;

revoke all on function withdrawals_reconsider from public;

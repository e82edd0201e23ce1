-- Keeps for a member what happened to their money or account; once for its key. For the event's own transaction.
create or replace function notices_note(p_member text, p_kind notices_kind, p_key text, p_about jsonb) returns void language sql as $$
  insert into notices_notice (member_id, kind, key, about) values (p_member, p_kind, p_key, p_about)
    on conflict on constraint notices_notice_once do nothing
$$;

-- An ended deposit or withdrawal. Money that a bank returned is a deposit that corrects a withdrawal; what was taken
-- back is a withdrawal that corrects a deposit, and an act of an operator, which has a notice of its own.
create or replace function notices_note_row() returns trigger language plpgsql as $$
declare
  v_corrects boolean := coalesce(new.about ? 'correction', false);
  v_kind notices_kind;
begin
  if new.statement_type = 'withdraw' then
    if v_corrects then return null; end if;
    v_kind := case new.status when 'SUCCESS' then 'withdrawal.paid' else 'withdrawal.returned' end;
  elsif v_corrects then
    v_kind := 'withdrawal.returned';
  else
    v_kind := case new.status when 'SUCCESS' then 'deposit.credited' else 'deposit.failed' end;
  end if;
  perform notices_note(new.member_id, v_kind, v_kind || ' ' || new.operation,
    jsonb_build_object('amount', new.amount, 'currency', new.currency));
  return null;
end $$;

-- Two triggers, because an insert has no row before it. A transfer ends without either.
create or replace trigger notices_note_new after insert on statement_row for each row
  when (new.statement_type in ('deposit', 'withdraw') and new.status <> 'PENDING') execute function notices_note_row();
create or replace trigger notices_note_ended after update of status on statement_row for each row
  when (new.statement_type in ('deposit', 'withdraw') and new.status <> 'PENDING' and new.status <> old.status)
  execute function notices_note_row();

-- What an operator took from a member, gave to another one, ended against them or changed: one notice for each act.
-- Money that waited for another member before is not theirs any more, whichever operator acts on it later.
create or replace function notices_note_act(p_member text, p_other text, p_act core_audit, p_about jsonb) returns void
language plpgsql as $$
declare
  v_kind notices_kind := case p_act.action
    when 'deposits.takeBack' then 'deposit.taken'
    when 'deposits.giveBack' then 'deposit.sentBack'
    when 'withdrawals.paid' then 'withdrawal.paidByHand'
    when 'account.changeBank' then 'bank.byHand' end;
begin
  if p_member is not null and v_kind is not null then
    perform notices_note(p_member, v_kind, left(v_kind || ' ' || p_act.id || ' ' || p_act.request_id, 200), p_about);
  end if;
  if p_other is not null and p_other is distinct from p_member then
    perform notices_note(p_other, 'deposit.moved', left('deposit.moved ' || p_act.subject, 200), p_about);
  end if;
end $$;

revoke all on function notices_note, notices_note_row, notices_note_act from public;
grant execute on function notices_note, notices_note_row to kapao_app;

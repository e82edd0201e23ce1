-- Ends a credited deposit; if the operator still has the money, it gets a new id in suspense until its owner is
-- found. The new row counts as named and unnamed, so that no later report is matched to it.
create or replace function deposits_take_back(p_id uuid, p_operation uuid, p_again uuid, p_note text, p_at timestamptz) returns void
language plpgsql
as $$
declare
  d deposits_deposit;
begin
  update deposits_deposit set state = 'taken', taken_by = p_operation, note = p_note, settled_at = p_at
    where id = p_id and state = 'credited' returning * into strict d;
  if p_again is null then return; end if;
  insert into deposits_deposit (id, house_kind, house_party, house_account, suspense_account, amount, currency, state, why, first_channel,
                                named, unnamed, from_place, payer_bank, payer_account, payer_name, paid_at, created_at, note)
    values (p_again, d.house_kind, d.house_party, d.house_account, d.suspense_account, d.amount, d.currency, 'suspended', 'review', 'manual',
            true, true, d.from_place, d.payer_bank, d.payer_account, d.payer_name, d.paid_at, p_at, p_note);
  insert into deposits_report (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at)
    values ('manual', 'taken:' || p_id, p_again, d.house_account, d.amount, d.currency, d.paid_at, false, p_at);
end $$;

-- Records from which member suspended money was moved when another one was matched; that member is notified.
create or replace function deposits_keep_moved() returns trigger language plpgsql as $$
begin
  new.moved_from := old.member_id;
  return new;
end $$;
create or replace trigger deposits_keep_moved before update on deposits_deposit for each row
  when (old.member_id is not null and new.member_id is distinct from old.member_id) execute function deposits_keep_moved();

revoke all on function deposits_take_back, deposits_keep_moved from public;
grant execute on function deposits_take_back to kapao_app;

-- Sends a hint to the pages of the consoles when something begins or ends to wait for people: one place for every kind,
-- since machines make most of it. Rows that are only passed on, as paid withdrawals are, send none: a notice takes a
-- lock at commit that all notices share. What begins to wait by its age alone is found by asking.
create or replace function desk_hint_of_item() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform core_console_hint('work', jsonb_build_object('kind', tg_argv[0], 'id', null));
  return null;
end $$;

create or replace trigger desk_deposit_made after insert on deposits_deposit for each row
  when (new.state = 'suspended') execute function desk_hint_of_item('deposit');
create or replace trigger desk_deposit_moved after update of state on deposits_deposit for each row
  when (new.state <> old.state and ('suspended' in (old.state, new.state) or new.state = 'returned'))
  execute function desk_hint_of_item('deposit');
create or replace trigger desk_deposit_sent after update of sent_at on deposits_deposit for each row
  when (new.sent_at is distinct from old.sent_at) execute function desk_hint_of_item('deposit');

create or replace trigger desk_differing_made after insert on deposits_report for each row
  when (new.differs or new.other_payer) execute function desk_hint_of_item('differing');
create or replace trigger desk_differing_moved after update on deposits_report for each row
  when ((new.differs, new.other_payer, new.seen_at) is distinct from (old.differs, old.other_payer, old.seen_at))
  execute function desk_hint_of_item('differing');

create or replace trigger desk_unread_made after insert on bankfeed_unread for each row
  execute function desk_hint_of_item('unread');
create or replace trigger desk_unread_moved after update of seen_at on bankfeed_unread for each row
  when (new.seen_at is distinct from old.seen_at) execute function desk_hint_of_item('unread');

create or replace trigger desk_manual_made after insert on deposits_request for each row
  when (new.state = 'open') execute function desk_hint_of_item('manual');
create or replace trigger desk_manual_moved after update of state on deposits_request for each row
  when (new.state <> old.state) execute function desk_hint_of_item('manual');

create or replace trigger desk_finding_made after insert on qrcodes_finding for each row
  execute function desk_hint_of_item('finding');
create or replace trigger desk_finding_moved after update of closed_at on qrcodes_finding for each row
  when (new.closed_at is distinct from old.closed_at) execute function desk_hint_of_item('finding');

create or replace trigger desk_payment_made after insert on qrcodes_payment for each row
  when (new.state = 'exception') execute function desk_hint_of_item('payment');
create or replace trigger desk_payment_moved after update of state on qrcodes_payment for each row
  when (new.state <> old.state and 'exception' in (old.state, new.state)) execute function desk_hint_of_item('payment');

create or replace trigger desk_giftlink_moved after update of state on giftlinks_link for each row
  when (new.state <> old.state and 'exception' in (old.state, new.state)) execute function desk_hint_of_item('giftlink');

create or replace trigger desk_withdrawal_made after insert on withdrawals_withdrawal for each row
  when (new.state = 'held') execute function desk_hint_of_item('withdrawal');
create or replace trigger desk_withdrawal_moved after update of state on withdrawals_withdrawal for each row
  when (new.state <> old.state and 'held' in (old.state, new.state)) execute function desk_hint_of_item('withdrawal');
create or replace trigger desk_payout_moved after update of state on withdrawals_withdrawal for each row
  when (new.state <> old.state and 'exception' in (old.state, new.state)) execute function desk_hint_of_item('payout');

create or replace trigger desk_transfer_moved after update of state on transfers_transfer for each row
  when (new.state <> old.state and 'exception' in (old.state, new.state)) execute function desk_hint_of_item('transfer');

create or replace trigger desk_suspicion_made after insert on items_item for each row
  execute function desk_hint_of_item('suspicion');
create or replace trigger desk_suspicion_moved after update of decision on items_item for each row
  when (new.decision is distinct from old.decision) execute function desk_hint_of_item('suspicion');

create or replace trigger desk_review_made after insert on review_act for each row
  when (new.second is null) execute function desk_hint_of_item('review');
create or replace trigger desk_review_moved after update of ticked_by on review_act for each row
  when (new.ticked_by is distinct from old.ticked_by) execute function desk_hint_of_item('review');

create or replace trigger desk_second_made after insert on confirm_request for each row
  execute function desk_hint_of_item('second');
create or replace trigger desk_second_moved after update of state on confirm_request for each row
  when (new.state <> old.state) execute function desk_hint_of_item('second');

-- What is late depends on what is promised: open lists change their colours with the setting.
create or replace function desk_hint_of_promise() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform core_console_hint('work', jsonb_build_object('kind', split_part(new.name, '.', 3), 'id', null));
  return null;
end $$;

create or replace trigger desk_promise_made after insert on settings_value for each row
  when (new.name like 'console.promisedMinutes.%') execute function desk_hint_of_promise();
create or replace trigger desk_promise_moved after update on settings_value for each row
  when (new.name like 'console.promisedMinutes.%') execute function desk_hint_of_promise();

-- Everybody's screen says that the house is closed, and whose rights one operator has ended.
create or replace function desk_hint_of_house() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform core_console_hint('house', '{}');
  return null;
end $$;

create or replace trigger desk_house_moved after insert or update on core_restore for each row execute function desk_hint_of_house();
create or replace trigger desk_ended_made after insert on review_act for each row
  when (new.second is null and starts_with(new.action, 'operators.')) execute function desk_hint_of_house();
create or replace trigger desk_ended_read after update of ticked_by on review_act for each row
  when (starts_with(new.action, 'operators.')) execute function desk_hint_of_house();

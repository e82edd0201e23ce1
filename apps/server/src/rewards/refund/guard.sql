-- A received refund stays received, and its figures do not change.
create or replace function refund_period_guard() returns trigger language plpgsql as $$
begin
  if old.receipt is not null then
    raise exception 'the refund of % for % was received', old.member_id, old.period using errcode = 'KR001';
  end if;
  return new;
end $$;
create or replace trigger refund_period_guard before update on refund_period for each row execute function refund_period_guard();

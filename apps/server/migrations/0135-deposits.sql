-- When a deposit was booked by the clock of the database, so that each day's bookings are compared with the bank whatever day they claim,
-- and whatever the clock of a terminal says. What is older than this column counts as booked when it was written.
alter table deposits_deposit add column noted_at timestamptz;
update deposits_deposit set noted_at = created_at;
alter table deposits_deposit alter column noted_at set default now();
alter table deposits_deposit alter column noted_at set not null;
-- A few pages' worth of entries however many rows there are, and none to write for each.
create index deposits_deposit_booked on deposits_deposit using brin (created_at, noted_at) with (pages_per_range = 16, autosummarize = on);

-- Of whom waiting money was taken when it was given to somebody else; they are told.
alter table deposits_deposit add column moved_from text;
create function deposits_keep_moved() returns trigger language plpgsql as $$
begin
  new.moved_from := old.member_id;
  return new;
end $$;
create trigger deposits_keep_moved before update on deposits_deposit for each row
  when (old.member_id is not null and new.member_id is distinct from old.member_id) execute function deposits_keep_moved();
revoke all on function deposits_keep_moved from public;

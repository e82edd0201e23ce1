-- Every account at a provider is in doubt once a restore is found. Runs as its owner: no other role adds a doubt.
create or replace function recovery_doubt_all() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into recovery_doubt (member_id, game, epoch)
    select a.member_id, a.game, new.epoch from games_account a
    on conflict (member_id, game) do update set epoch = excluded.epoch;
  return null;
end $$;
create or replace trigger recovery_doubt_all after insert on core_restore for each row execute function recovery_doubt_all();

revoke all on function recovery_doubt_all from public;

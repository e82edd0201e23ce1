-- Closes these providers to new transfers, until the transaction ends or permanently, and returns what still blocks it:
-- for each provider and currency how many accounts hold how much, and how many transfers are open. Waits for transfers
-- that are just beginning, so that it sees them.
create or replace function games_close(p_games text[])
returns table (game text, currency ledger_currency, accounts bigint, amount bigint, moving bigint)
language plpgsql
as $$
declare
  v_game text;
begin
  for v_game in select g from unnest(p_games) as g order by g loop
    perform pg_advisory_xact_lock(4011051, hashtext(v_game));
  end loop;
  insert into games_closed select g from unnest(p_games) as g on conflict do nothing;
  return query
    select u.game, u.currency, sum(u.accounts)::bigint, sum(u.amount)::bigint, sum(u.moving)::bigint
    from (
      select a.party as game, a.currency, 1 as accounts, a.balance as amount, 0 as moving
        from ledger_account a where a.owner is not null and a.kind = 'game' and a.party = any (p_games) and a.balance <> 0
      union all
      select place, t.currency, 0, 0, 1
        from transfers_transfer t, unnest(array[t.game, t.next_game]) as place
        where t.game is not null and t.state in ('held', 'sent', 'unknown', 'exception') and place = any (p_games)
    ) as u
    group by 1, 2 order by 1, 2;
end $$;

-- Reopens these providers.
create or replace function games_open(p_games text[]) returns void language sql as $$
  delete from games_closed where game = any (p_games);
$$;

-- A transfer planned before a provider was closed does not begin afterwards. Closing waits for the batches that have
-- come this far, and later batches wait for the closing.
create or replace function games_refuse_closed() returns trigger
language plpgsql
as $$
declare
  v_games text[] := array(
    select distinct place from fresh f, unnest(array[case when f.kind = 'in' then f.game end, f.next_game]) as place
      where place is not null);
begin
  if cardinality(v_games) = 0 then return null; end if;
  perform pg_advisory_xact_lock_shared(4011051, hashtext(place)) from unnest(v_games) as place;
  if exists (select from games_closed c where c.game = any (v_games)) then
    raise exception 'this provider is no longer offered' using errcode = 'KG001';
  end if;
  return null;
end $$;
create or replace trigger games_refuse_closed after insert on transfers_transfer
  referencing new table as fresh for each statement execute function games_refuse_closed();

revoke all on function games_close, games_open, games_refuse_closed from public;
grant execute on function games_close, games_open to kapao_app;

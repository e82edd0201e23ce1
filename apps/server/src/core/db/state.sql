-- How the database itself is, in numbers and names of sessions and standbys alone. It runs as the owner, who sees every
-- session and standby where `pg_read_all_stats` was granted to it; the login of the servers sees neither.
create or replace function core_database_state() returns table (what text, name text, amount double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'connections', 'used', sum(d.numbackends)::float8 from pg_stat_database d
  union all
  select 'connections', 'allowed',
    (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)::float8
  union all
  select 'standbys', 'following', count(*)::float8 from pg_stat_replication r where r.state = 'streaming'
  union all
  select 'standbys', 'synchronous', count(*)::float8 from pg_stat_replication r
    where r.state = 'streaming' and r.sync_state in ('sync', 'quorum')
  union all
  -- Nothing is known of one that had nothing to write for a while: it was not behind then.
  select 'flush', r.application_name, coalesce(extract(epoch from r.flush_lag), 0)::float8
    from pg_stat_replication r where r.state = 'streaming'
  union all
  select 'slot', s.slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn)::float8
    from pg_replication_slots s where s.restart_lsn is not null and not pg_is_in_recovery()
  union all
  select 'transaction', 'oldest', coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)), 0)::float8
    from pg_stat_activity a where a.backend_type = 'client backend'
  union all
  -- Whom others wait for and who waits for nobody: the beginning of each queue, by the age of its transaction. Those that
  -- wait give up after two seconds and come again, so that their own times say nothing.
  select 'blocking', coalesce(nullif(b.application_name, ''), b.usename) || ' ' || b.pid,
    extract(epoch from clock_timestamp() - max(b.xact_start))::float8
    from pg_locks l
    cross join lateral unnest(pg_blocking_pids(l.pid)) as k (pid)
    join pg_stat_activity b on b.pid = k.pid
    where not l.granted and l.waitstart < clock_timestamp() - interval '200 milliseconds'
      and b.wait_event_type is distinct from 'Lock'
    group by 2
$$;

revoke all on function core_database_state from public;
grant execute on function core_database_state to kapao_app;

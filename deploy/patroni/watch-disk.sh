#!/bin/sh
# A disk that stalls is a failure for nobody else: Patroni asks PostgreSQL for what needs no disk, and a switchover would
# wait for a checkpoint. So each second a commit is made on the primary. Where none ends for ten seconds although
# PostgreSQL answers, and a standby has every acknowledged commit, PostgreSQL is killed: Patroni hands the lead to that
# standby, as after any other death (primary_start_timeout 0). Run by kapao-disk.service with the settings of Patroni.
set -u

stalled_max=${STALLED_MAX:-10}
data=$PATRONI_POSTGRESQL_DATA_DIR
export PGOPTIONS='-c synchronous_commit=local -c lock_timeout=1000' PGCONNECT_TIMEOUT=2

ask() {
  timeout 2 psql --no-psqlrc --quiet --tuples-only --no-align --dbname=postgres --command="$1" 2> /dev/null
}

seconds() {
  cut -d. -f1 /proc/uptime
}

# `yes` on a primary that answers and that a synchronous standby follows.
may_hand_over() {
  [ "$(ask "select case when not pg_is_in_recovery() and exists (select from pg_stat_replication
    where state = 'streaming' and sync_state in ('sync', 'quorum')) then 'yes' end")" = yes ]
}

# A message in the log of a transaction needs no table, and its commit is on the disk when it is answered. Standbys do not
# count here: a slow one is no reason to hand over. On a standby there is nothing to try.
commit() {
  ask "select pg_logical_emit_message(true, 'kapao', 'disk') where not pg_is_in_recovery()" > /dev/null
}

# Stopped first, so that it starts nothing meanwhile. What waits for the disk dies when the disk is back.
kill_postgres() {
  kill -STOP "$postmaster" && kill -KILL $(cat "/proc/$postmaster/task/$postmaster/children") "$postmaster"
}

since=
postmaster=
while sleep 1; do
  if commit; then
    since=
    # Read while the disk answers.
    read -r postmaster < "$data/postmaster.pid"
    continue
  fi
  if [ -z "$postmaster" ] || ! may_hand_over; then
    since=
    continue
  fi
  now=$(seconds)
  since=${since:-$now}
  [ $((now - since)) -ge "$stalled_max" ] || continue
  echo "no commit has ended for $((now - since)) s: PostgreSQL is killed, so that a standby takes over" >&2
  kill_postgres
  since=
  postmaster=
done

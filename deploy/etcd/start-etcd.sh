#!/bin/sh
# Starts etcd on a database machine, with its settings. One without data asks the others first: where they have a cluster
# in which a member of its name has been, that member is gone with its disk, and this machine takes its place as a new
# one. Where nobody answers or it has not been there yet, it begins the cluster together with them.
set -eu

export ETCDCTL_API=3 ETCDCTL_CACERT="$ETCD_TRUSTED_CA_FILE" ETCDCTL_CERT="$ETCD_CERT_FILE" ETCDCTL_KEY="$ETCD_KEY_FILE"
[ -d "$ETCD_DATA_DIR/member" ] && exec etcd

own=$ETCD_INITIAL_ADVERTISE_PEER_URLS
# etcdctl takes no setting twice, so the member that is asked is always an argument.
ask() {
  at=$1
  shift
  etcdctl --endpoints "$at" --command-timeout=3s "$@"
}
members=
for peer in $(echo "$ETCD_INITIAL_CLUSTER" | tr ',' '\n' | grep --invert-match "^$ETCD_NAME=" | sed 's/^[^=]*=//'); do
  other=${peer%:*}:2379
  # A line for each member: its id, its state, its name, its address for members, its address for clients.
  members=$(ask "$other" member list 2> /dev/null) && break
  members=
done
field() {
  echo "$members" | awk -F ', ' -v name="$ETCD_NAME" -v own="$own" -v n="$1" \
    '$3 == name || $4 == own { print $n; exit }'
}

if [ -n "$members" ] && [ -n "$(field 5)" ]; then
  if ask "$(field 5)" endpoint health > /dev/null 2>&1; then
    echo "another machine is $ETCD_NAME and lives at $(field 5): this one stays out" >&2
    exit 1
  fi
  echo "the member $ETCD_NAME has been here before, and its data are gone: it is replaced" >&2
  ask "$other" member remove "$(field 1)"
  members=$(ask "$other" member list)
fi
if [ -n "$members" ] && [ -z "$(field 1)" ]; then
  # Refused for some seconds after a member has left.
  until ask "$other" member add "$ETCD_NAME" --peer-urls="$own"; do sleep 1; done
  members=$(ask "$other" member list)
fi
# Added, and never started: its name is not known yet. One that begins the cluster with the others has its name.
if [ "$(field 2)" = unstarted ] && [ -z "$(field 3)" ]; then
  ETCD_INITIAL_CLUSTER=$(echo "$members" | awk -F ', ' -v name="$ETCD_NAME" -v own="$own" \
    '{ printf "%s%s=%s", (NR > 1 ? "," : ""), ($4 == own ? name : $3), $4 }')
  export ETCD_INITIAL_CLUSTER ETCD_INITIAL_CLUSTER_STATE=existing
fi
exec etcd

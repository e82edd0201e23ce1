#!/bin/sh
# Keeps etcd's leader off the machine of the primary. When both die at once, the next leader of etcd renews the lease of
# the primary, and a standby takes over later by that election. Run on every database machine by
# kapao-etcd-leader.service, with the settings of its etcd.
set -u

export ETCDCTL_CACERT="$ETCD_TRUSTED_CA_FILE" ETCDCTL_CERT="$ETCD_CERT_FILE" ETCDCTL_KEY="$ETCD_KEY_FILE"
own=${ETCD_ADVERTISE_CLIENT_URLS%%,*}
address=${own#https://}
primary=https://${address%:*}:8008/primary

hand_on() {
  etcdctl --endpoints "$own" member list | while IFS=', ' read -r id _ name _ client _; do
    [ "$name" != "$ETCD_NAME" ] || continue
    # Do not wait for a member that does not answer: nothing is written meanwhile.
    etcdctl --endpoints "$client" endpoint health > /dev/null 2>&1 || continue
    etcdctl --endpoints "$own" move-leader "$id" && break
  done
}

while sleep 3; do
  curl --fail --silent --max-time 2 --cacert "$ETCD_TRUSTED_CA_FILE" --output /dev/null "$primary" || continue
  case $(etcdctl --endpoints "$own" endpoint status) in
    # The fifth field says whether this member leads.
    *,*,*,*,\ true,*) hand_on ;;
  esac
done

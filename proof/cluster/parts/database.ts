import { chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { sleep } from '../../../tools/postgres/processes.ts'
import { addresses, type Machine } from '../addresses.ts'
import {
  askEtcd,
  copyKeys,
  etcdctl,
  machineFolder,
  writeAddresses,
  type Secrets,
} from '../between/keys.ts'
import { programPath } from '../packages.ts'
import { openDisk, type Disk } from './disk.ts'
import { openEtcd } from './etcd.ts'
import type { Account, Folders, Part } from './part.ts'
import { backupEnv, openDiskWatch, openPatroni, writeSleep, type NextPatroni } from './patroni.ts'
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
  /** Ends a primary whose disk stalls. */
  diskWatch: Part
  /** Of the PostgreSQL that runs there. */
  postmaster: () => number | null
  /** Runs etcdctl there, as `kapao-etcdctl` does. */
  etcdctl: (args: readonly string[]) => string
  /** The same, for a drill that must not stand still; null where etcd does not do it. */
  askEtcd: (args: readonly string[]) => Promise<string | null>
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
  disk: Disk
  /** Its disk is a new one: what was in etcd and PostgreSQL is gone. It must not run. */
  burn: () => void
  /** Has the certificate and the secrets that were made last. */
  takeKeys: () => void
  /** Of the Patroni that starts there next; a drill changes it. */
  next: NextPatroni
}

export function openDatabaseNode(
  name: Machine,
  { folders, secrets, account }: { folders: Folders; secrets: Secrets; account: Account },
): DatabaseNode {
  const address = addresses[name]
  const folder = join(folders.root, name)
  const dataFolder = join(folder, 'data')
  const disk = openDisk(folder)
  const takeKeys = () => copyKeys(name, { folder, folders, secrets, account })
  const prepare = () => {
    prepareMachine(folder, folders, account)
    takeKeys()
  }
  prepare()
  const next: NextPatroni = { name, clockOffS: null }
  const [etcd, etcdLeader] = openEtcd({ name, address, folder, folders, account })
  const where = { folder, dataFolder, folders, account }
  const patroni = openPatroni(name, { ...where, address, secrets, next })
  const diskWatch = openDiskWatch(name, where)
  const postmaster = () => readPostmaster(dataFolder)
  const everyPid = () =>
    [patroni.pid(), diskWatch.pid(), etcdLeader.pid(), etcd.pid(), postmaster()].flatMap((pid) =>
      pid === null ? [] : treeOf(pid),
    )
  return {
    name,
    address,
    dataFolder,
    etcd,
    etcdLeader,
    patroni,
    diskWatch,
    postmaster,
    etcdctl: (args) => etcdctl({ folder, address }, args),
    askEtcd: (args) => askEtcd({ folder, address }, args),
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
      for (const part of [patroni, diskWatch, etcdLeader, etcd]) part.kill()
      signalAll(pids, 'SIGKILL')
    },
    freeze: () => signalAll(everyPid(), 'SIGSTOP'),
    thaw: () => signalAll(everyPid(), 'SIGCONT'),
    disk,
    burn: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      prepare()
    },
    takeKeys,
    next,
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
  writeSleep(folder)
  // Three databases on one machine share neither a folder of sockets, nor the memory and the disk that each would have.
  const key = join(machineFolder(folder), 'machine')
  const own = [
    `ssl_cert_file: ${key}.crt`,
    `ssl_key_file: ${key}.key`,
    `unix_socket_directories: ${join(folder, 'socket')}`,
    'shared_buffers: 256MB',
    'effective_cache_size: 1GB',
    // A standby keeps as much of its log as that, and has a disk of 3 GB.
    'max_wal_size: 1GB',
  ]
  writeFileSync(
    join(config, 'this-machine.yml'),
    ['postgresql:', '  parameters:', ...own.map((one) => `    ${one}`), ''].join('\n'),
  )
  copyFileSync(
    join(folders.deploy, 'patroni/create-database.sh'),
    join(folder, 'create-database.sh'),
  )
}

type PatroniAnswer = { role?: string; state?: string; timeline?: number }

/** What a machine's Patroni says of itself; null where it does not answer. */
async function askPatroni({
  address,
}: Pick<DatabaseNode, 'address'>): Promise<PatroniAnswer | null> {
  try {
    const answer = await fetch(`https://${address}:8008/patroni`, {
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
  return said?.role === 'primary' && said.state === 'running'
}

/** Whether HAProxy leads to it: its Patroni has the lease. */
export function isLedTo({ address }: Pick<DatabaseNode, 'address'>): Promise<boolean> {
  const asked = { method: 'OPTIONS', signal: AbortSignal.timeout(1_000) }
  return fetch(`https://${address}:8008/primary`, asked).then(
    ({ ok }) => ok,
    () => false,
  )
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
async function askMembers({ address }: Pick<DatabaseNode, 'address'>): Promise<Member[]> {
  try {
    const answer = await fetch(`https://${address}:8008/cluster`, {
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

/** Until every other machine follows, and a commit is on two of them. */
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
      const areVoters = following.every(({ role }) => role === 'quorum_standby')
      if (following.length === nodes.length - 1 && areVoters) return
    }
    if (Date.now() > end) throw new Error('the standbys do not follow in time')
    await sleep(300)
  }
}

import { randomBytes } from 'node:crypto'
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { chownSync, chmodSync, mkdirSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { migrate, appRole } from '../../apps/server/src/core/db/migrate.ts'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { openDb, type Db } from '../../apps/server/src/core/db/db.ts'
import { seedDemo, type DemoLogin } from '../../apps/server/src/seed.ts'
import { buildPagesIfStale } from '../../tools/build.ts'
import { sleep } from '../../tools/postgres/processes.ts'
import { fronts, ports } from './addresses.ts'
import { makeCertificates, makeSecrets, type Secrets } from './between/keys.ts'
import { openPrimaryDoor } from './between/primary-door.ts'
import { openNetwork, type Network } from './network/network.ts'
import { openBucketDoor, type BucketDoor } from './outside/bucket-door.ts'
import {
  openDatabaseNode,
  waitForPrimary,
  waitForStandbys,
  type DatabaseNode,
} from './parts/database.ts'
import {
  databaseUrl,
  encrypted,
  openConsolePart,
  openFrontNode,
  openRedis,
  openSandboxPart,
  openWorker,
  type FrontNode,
  type FrontOptions,
} from './parts/front.ts'
import type { Account, Folders, Part } from './parts/part.ts'
import { openWatcher, type Watcher } from './watching/prometheus.ts'

export type Cluster = {
  /** Cuts machines off, loses and delays what they send. */
  network: Network
  folders: Folders
  secrets: Secrets
  databases: DatabaseNode[]
  fronts: FrontNode[]
  workers: Part[]
  console: Part
  redis: Part
  sandbox: Part
  bucket: BucketDoor
  /** Null where nobody asked for alerts. */
  watcher: Watcher | null
  front: FrontOptions
  /** As the owner of the tables, from a machine that may migrate. */
  owner: Db
  /** How a member of the demo logs in. */
  demo: DemoLogin
}

const repository = join(import.meta.dirname, '../..')
const bootPatienceMs = 180_000

export type StartOptions = {
  root: string
  log: (line: string) => void
  /** The folder of the release before, which all processes are at first. */
  before?: string | null
  /** With Prometheus, and our alerts. */
  watches?: boolean
}

const kapaoProcesses = ['api1', 'api2', 'worker1', 'worker2']

/** All of docs/production.md on this computer, each machine in a network of its own. */
export async function startCluster({
  root,
  log,
  before = null,
  watches = false,
}: StartOptions): Promise<Cluster> {
  const account = accountOf('postgres')
  const folders = prepareFolders(root, account)
  const network = openNetwork()
  const bucket = openBucketDoor()
  const secrets = makeSecrets()
  const keys = {
    FILE_LINK_KEY: hexKey(),
    GAME_CREDENTIAL_KEY: hexKey(),
    GIFT_LINK_SEAL_KEY: hexKey(),
  }
  const changes: FrontOptions['changes'] = new Map()
  const front: FrontOptions = { folders, secrets, keys, changes }
  if (before !== null) for (const name of kapaoProcesses) changes.set(name, { release: before })
  const nodes = (['db1', 'db2', 'db3'] as const).map((name) =>
    openDatabaseNode(name, { folders, secrets, account }),
  )
  const fronting = fronts.map((_, at) => openFrontNode(at, front))
  const workers = [0, 1].map((at) => openWorker(at, front))
  const desk = openConsolePart(front)
  const redis = openRedis(front)
  const sandbox = openSandboxPart(front)
  const watcher = watches ? openWatcher(folders) : null
  const everything = [
    desk,
    ...workers,
    ...fronting.flatMap(({ api, proxy }) => [api, proxy]),
    sandbox,
    redis,
    ...nodes.flatMap(({ patroni, diskWatch, etcdLeader, etcd }) => [
      patroni,
      diskWatch,
      etcdLeader,
      etcd,
    ]),
  ]
  try {
    const parts = { nodes, fronting, workers, desk, redis, sandbox }
    const started = await startParts({ ...parts, front, keys, before, log })
    watcher?.part.start()
    return {
      network,
      folders,
      secrets,
      databases: nodes,
      fronts: fronting,
      workers,
      console: desk,
      redis,
      sandbox,
      bucket,
      watcher,
      front,
      ...started,
    }
  } catch (error) {
    const tails = everything.map((part) => `--- ${part.name}\n${tailOf(part)}`).join('\n')
    throw new Error(`the cluster does not start:\n${tails}`, { cause: error })
  }
}

type ClusterPlan = {
  nodes: DatabaseNode[]
  fronting: FrontNode[]
  workers: Part[]
  desk: Part
  redis: Part
  sandbox: Part
  front: FrontOptions
  keys: { GAME_CREDENTIAL_KEY: string }
  before: string | null
  log: (line: string) => void
}

/** In the order of docs/production.md, each step when the one before it answers. */
async function startParts(starting: ClusterPlan): Promise<Pick<Cluster, 'owner' | 'demo'>> {
  const { nodes, fronting, workers, desk, redis, sandbox, front, keys, before, log } = starting
  const { secrets } = front
  const building = buildPagesIfStale()
  building.catch(() => undefined)
  for (const { etcd } of nodes) etcd.start()
  redis.start()
  sandbox.start()
  for (const { proxy } of fronting) proxy.start()
  log('etcd, Redis, HAProxy and the sandbox are started')
  for (const { patroni, diskWatch, etcdLeader } of nodes)
    for (const part of [patroni, diskWatch, etcdLeader]) part.start()
  const primary = await waitForPrimary(nodes, bootPatienceMs)
  log(`${primary.name} is the primary`)
  primary.backup(['stanza-create'])
  log('backups are set up')
  const door = await openPrimaryDoor(nodes)
  const ownerUrl = `postgres://kapao_owner:${secrets.owner}@127.0.0.1:${door}/kapao?${encrypted(front.folders)}`
  await untilAnswered(ownerUrl)
  if (before !== null) await migrateBefore(before, ownerUrl)
  // Expand: what the release before has stays, and it goes on.
  await migrate(ownerUrl)
  const owner = openDb({
    url: ownerUrl,
    role: null,
    connectionsMax: 4,
    applicationName: 'kapao cluster',
  })
  // Through HAProxy, which the owner does not need.
  await untilAnswered(databaseUrl(front, { host: fronts[0] }))
  const demo = await seed(front, keys)
  await building
  for (const { api } of fronting) api.start()
  for (const part of [...workers, desk]) part.start()
  await Promise.all(fronts.map((_, at) => waitForApi(at)))
  await untilReady(fronts[0], ports.consoleHealth, bootPatienceMs)
  log('two API processes, two workers and the console answer')
  await waitForStandbys(nodes, bootPatienceMs)
  log('two standbys follow, and a commit waits for one of them')
  return { owner, demo }
}

/** Not synchronously: what it says to the primary goes through a door of this process. */
async function migrateBefore(release: string, ownerUrl: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [join(release, 'apps/server/bin/kapao.mjs'), 'migrate'],
    {
      env: { PATH: process.env['PATH'], DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: ownerUrl },
    },
  )
}

function tailOf(part: Part): string {
  try {
    return part.logTail().slice(-600)
  } catch {
    return 'no log'
  }
}

function accountOf(user: string): Account {
  if (userInfo().uid !== 0)
    throw new Error('a cluster is started by root: each part runs as its own user')
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function prepareFolders(root: string, account: Account): Folders {
  rmSync(root, { recursive: true, force: true })
  const folders = { root, logs: join(root, 'logs'), deploy: join(root, 'deploy') }
  for (const path of [root, folders.logs, join(root, 'shared')])
    mkdirSync(path, { recursive: true, mode: 0o711 })
  mkdirSync(join(root, 'backup'), { mode: 0o700 })
  chownSync(join(root, 'backup'), account.uid, account.gid)
  // Another user reads them, and may have no access to the checkout.
  execFileSync('cp', ['-r', join(repository, 'deploy'), folders.deploy])
  execFileSync('chmod', ['-R', 'go+rX', folders.deploy])
  chmodSync(folders.logs, 0o711)
  makeCertificates(folders)
  return folders
}

function hexKey(): string {
  return randomBytes(32).toString('hex')
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const db = openDb({ url, role: null, connectionsMax: 1, applicationName: 'kapao cluster' })
    try {
      await db.query('select 1')
      return
    } catch (error) {
      if (tries > 60) throw error
      await sleep(250)
    } finally {
      await db.close()
    }
  }
}

async function seed(
  front: FrontOptions,
  keys: { GAME_CREDENTIAL_KEY: string },
): Promise<DemoLogin> {
  const db = openDb({
    url: databaseUrl(front, { host: fronts[0] }),
    role: appRole,
    connectionsMax: 2,
    applicationName: 'kapao seed',
  })
  try {
    const credentialKey = Buffer.from(keys.GAME_CREDENTIAL_KEY, 'hex')
    const deps = { clock: systemClock, ids: systemIds, variant: 'thai', credentialKey } as const
    const { logins } = await seedDemo(db, deps)
    return logins[0]!
  } finally {
    await db.close()
  }
}

export async function waitForApi(at: number, withinMs = bootPatienceMs): Promise<void> {
  await untilReady(fronts[at]!, ports.health, withinMs)
}

async function untilReady(address: string, port: number, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs
  for (;;) {
    const isReady = await fetch(`http://${address}:${port}/readyz`, {
      signal: AbortSignal.timeout(1_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > end) throw new Error(`the process at ${address}:${port} is not ready`)
    await sleep(200)
  }
}

export const membersUrl = (at: number): string => `http://${fronts[at]}:${ports.members}`

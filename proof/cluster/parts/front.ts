import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  databases,
  deskName,
  fronts,
  observer,
  ports,
  privateNetwork,
  redis,
  sandbox,
  type Machine,
} from '../addresses.ts'
import { withClock } from './clock.ts'
import { openPart, type Folders, type Part } from './part.ts'
import { authorityOf, writeRedisSettings, type Secrets } from '../between/keys.ts'

export type FrontNode = { address: string; proxy: Part; api: Part }

const repository = join(import.meta.dirname, '../../..')
/** As in the units of deploy/systemd. */
const restartAfterMs = 1_000
const frontMachines = ['front1', 'front2'] as const

export type FrontOptions = {
  folders: Folders
  secrets: Secrets
  keys: Readonly<Record<string, string>>
  /** What a drill changes of a process, by its name, from its next start on. */
  changes: Map<string, ProcessChange>
}

export type ProcessChange = {
  /** The folder of another release. */
  release?: string
  /** How far its clock is off, in seconds. */
  clockOffS?: number
  /** Where its log is. */
  logFolder?: string
}

/** A process of Kapao, of the release that it has now. */
function openProcess(
  name: string,
  { machine, file, env }: { machine: Machine; file: string; env: Record<string, string> },
  { folders, changes }: FrontOptions,
): Part {
  return openPart({
    name,
    machine,
    env,
    command: () => {
      const { release = repository, clockOffS = null } = changes.get(name) ?? {}
      return withClock(clockOffS, [process.execPath, join(release, 'apps/server/src', file)])
    },
    logFolder: () => changes.get(name)?.logFolder ?? folders.logs,
    restartAfterMs,
  })
}

/** One front machine: HAProxy and an API process. */
export function openFrontNode(at: number, options: FrontOptions): FrontNode {
  const { folders } = options
  const address = fronts[at]!
  const machine = frontMachines[at]!
  const proxy = openPart({
    name: `haproxy-${machine}`,
    machine,
    command: ['haproxy', '-W', '-f', join(folders.deploy, 'haproxy/haproxy.cfg')],
    env: proxyEnv(at, folders),
    logFolder: folders.logs,
    restartAfterMs,
  })
  return { address, proxy, api: openApi(at, options) }
}

function openApi(at: number, options: FrontOptions): Part {
  const address = fronts[at]!
  const env = {
    ...processEnv(options),
    HOST: address,
    PORT: String(ports.api),
    METRICS_HOST: address,
    TRUSTED_PROXIES: fronts.join(','),
  }
  return openProcess(`api${at + 1}`, { machine: frontMachines[at]!, file: 'main.ts', env }, options)
}

/** Beside the API of the first front machine; HAProxy of both offers it. */
export function openConsolePart(options: FrontOptions): Part {
  const [address] = fronts
  const env = {
    ...processEnv(options),
    CONSOLE_HOST: address,
    CONSOLE_PORT: String(ports.console),
    CONSOLE_ORIGIN: `https://${deskName}`,
    METRICS_HOST: address,
    METRICS_PORT: String(ports.consoleHealth),
    TRUSTED_PROXIES: fronts.join(','),
  }
  return openProcess('console', { machine: 'front1', file: 'console.ts', env }, options)
}

export function openWorker(at: number, options: FrontOptions): Part {
  const machine = frontMachines[at]!
  const env = {
    ...processEnv(options),
    METRICS_HOST: fronts[at]!,
    METRICS_PORT: String(ports.workerHealth),
  }
  return openProcess(`worker${at + 1}`, { machine, file: 'worker.ts', env }, options)
}

function proxyEnv(at: number, folders: Folders): Record<string, string> {
  const [first, second] = fronts
  const [db1, db2, db3] = databases
  const networks = join(folders.root, 'console-networks')
  writeFileSync(networks, `${privateNetwork}\n`)
  const contentNetworks = join(folders.root, 'proxy-networks')
  // Open pages by the thousand come from one machine, which says whose each is.
  writeFileSync(contentNetworks, `${observer}/32\n`)
  return {
    FRONT_LISTEN: `${fronts[at]}:${ports.members}`,
    ERROR_FOLDER: join(folders.deploy, 'haproxy/errors'),
    API1: first,
    API2: second,
    CONSOLE_LISTEN: `${fronts[at]}:${ports.desk}`,
    CONSOLE_NAME: deskName,
    CONSOLE_NETWORKS: networks,
    PROXY_NETWORKS: contentNetworks,
    // The second one for what seeds the demo from elsewhere.
    DATABASE_LISTEN: `127.0.0.1:${ports.database},${fronts[at]}:${ports.database}`,
    DATABASE_READ_LISTEN: `127.0.0.1:${ports.databaseRead}`,
    FIGURES_LISTEN: `${fronts[at]}:${ports.figures}`,
    DB1: db1,
    DB2: db2,
    DB3: db3,
  }
}

/** Where a front machine finds the primary: always through its own HAProxy, which from elsewhere has its address. */
export function databaseUrl(
  { secrets, folders }: Pick<FrontOptions, 'secrets' | 'folders'>,
  { host = '127.0.0.1', port = ports.database }: { host?: string; port?: number } = {},
): string {
  // The address of a front is none that the certificate of a database machine names.
  const how =
    host === '127.0.0.1'
      ? encrypted(folders)
      : `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${authorityOf(folders)}`
  return `postgres://kapao_login:${secrets.app}@${host}:${port}/kapao?${how}`
}

export const encrypted = (folders: Folders): string =>
  `sslmode=verify-full&sslrootcert=${authorityOf(folders)}`

/** What every process of a front machine has, and a terminal there. */
export function processEnv({ folders, secrets, keys }: FrontOptions): Record<string, string> {
  return {
    NODE_ENV: 'staging',
    METRICS_PORT: String(ports.health),
    DATABASE_URL: databaseUrl({ secrets, folders }),
    DATABASE_READ_URL: databaseUrl({ secrets, folders }, { port: ports.databaseRead }),
    REDIS_URL: `rediss://:${secrets.redis}@${redis}:${ports.redis}`,
    SANDBOX_URL: `http://${sandbox}:${ports.sandbox}`,
    UPLOADS_S3: 's3://kapao/uploads',
    UPLOADS_S3_ENDPOINT: `http://${observer}:${ports.bucket}/s3`,
    UPLOADS_S3_KEY_ID: 'sandbox-access',
    UPLOADS_S3_SECRET: 'sandbox-secret-key',
    DATA_DIR: join(folders.root, 'shared'),
    NODE_COMPILE_CACHE: join(folders.root, 'compiled'),
    VARIANT: 'thai',
    RATE_LIMIT_FACTOR: '10',
    LOG_LEVEL: 'info',
    NODE_EXTRA_CA_CERTS: authorityOf(folders),
    ...keys,
  }
}

export function openRedis({ folders, secrets }: FrontOptions): Part {
  return openPart({
    name: 'redis',
    machine: 'redis',
    command: ['redis-server', writeRedisSettings(folders, secrets), '--dir', folders.root],
    env: {},
    logFolder: folders.logs,
    restartAfterMs,
  })
}

export function openSandboxPart({ folders }: { folders: Folders }): Part {
  return openPart({
    name: 'sandbox',
    machine: 'sandbox',
    command: [process.execPath, join(repository, 'apps/sandbox/src/main.ts')],
    env: {
      SANDBOX_HOST: sandbox,
      SANDBOX_PORT: String(ports.sandbox),
      CONTROL_PORT: String(ports.control),
      APP_URL: `http://${fronts[0]}:${ports.members}`,
    },
    logFolder: folders.logs,
    restartAfterMs: null,
  })
}

import { mkdir, rm, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../apps/server/src/core/db/migrate.ts'
import type { DemoLogin } from '../../apps/server/src/seed.ts'
import { buildPagesIfStale, buildPreviewIfStale } from '../build.ts'
import { lockFolder } from '../postgres/folder-lock.ts'
import { waitForAnswer } from './answers.ts'
import { startChild } from './children/child-process.ts'
import { consoleOrigin, createDatabaseOnce, embeddedDatabase, fillDatabase } from './database.ts'
import type { DatabaseUrls } from './database.ts'
import { StartRefused, type StartSettings } from './environment.ts'
import { findLanAddresses, prepareCertificate } from './lan/lan.ts'
import { checkPorts } from './ports.ts'
import { seedSandbox } from './children/play-world.ts'
import {
  supervise,
  type Service,
  type SupervisedProcess,
  type Watcher,
} from './children/supervise.ts'

export type Stack = {
  app: string
  sandbox: string
  /** The app's address for a phone in the same network, with --lan. */
  lan: string | null
  logins: DemoLogin[]
  /** The operators' console; null when it is switched off. */
  console: { address: string; operators: string[]; link: string | null } | null
  stop: () => Promise<void>
  /** With the server the console restarts, too: both run its code. */
  restart: (name: 'server' | 'sandbox' | 'console') => Promise<void>
}

export type StackDeps = Watcher & {
  /** Aborted by Ctrl-C during the start. */
  signal: AbortSignal
  /** Receives, as soon as possible, the function that ends everything immediately. */
  onKillable: (kill: () => void) => void
}

type Tls = { keyFile: string; certFile: string; cert: string } | null

/** Starts everything in order, each part only when the previous ones answer. */
export async function startStack(settings: StartSettings, deps: StackDeps): Promise<Stack> {
  await checkPorts(settings)
  const unlock = await prepareDataDir(settings.dataDir)
  const started: SupervisedProcess[] = []
  deps.onKillable(() => started.forEach(({ kill }) => kill()))
  const runFile = join(settings.dataDir, 'run.json')
  const stop = async (): Promise<void> => {
    await rm(runFile, { force: true })
    // The server first, so that it drains while everything that it needs is still running.
    for (const part of started.toReversed()) await part.stop()
    await unlock()
  }
  const start = async (service: Service): Promise<SupervisedProcess> => {
    deps.signal.throwIfAborted()
    const part = await supervise(service, deps)
    started.push(part)
    return part
  }

  try {
    const building = buildPagesIfStale()
    // Awaited below; until then its failure must not end the process in the middle of a start.
    building.catch(() => undefined)
    const urls = await startDatabase(settings, deps, start)
    await building
    // Nobody waits for it: the console says that there is no preview until it is there.
    void buildPreviewIfStale().catch((error: unknown) => deps.log(`no preview: ${String(error)}`))
    deps.signal.throwIfAborted()
    const { logins, operators, link } = await fillDatabase(urls, settings)
    const addresses = addressesOf(settings)
    const tls = settings.lan ? await prepareCertificate(settings.dataDir) : null
    const sandbox = await start(sandboxService(settings, { urls, tls }, deps))
    const server = await start(serverService(settings, { urls, tls }, deps))
    const { consolePort } = settings
    const desk =
      consolePort === null
        ? null
        : await start(consoleService(settings, { urls, consolePort }, deps))
    await writeRunFile(runFile, {
      pid: process.pid,
      ...urls,
      port: settings.port,
      ...addresses,
      ...(consolePort === null ? {} : { console: consoleOrigin(consolePort) }),
    })
    return {
      ...addresses,
      logins,
      console:
        consolePort === null ? null : { address: consoleOrigin(consolePort), operators, link },
      stop,
      restart: async (name) => {
        if (name === 'sandbox') return sandbox.restart()
        if (name === 'console') return desk?.restart()
        // A database function may have changed; an error in it leaves the server running as it was.
        await migrate(urls.ownerUrl)
        await server.restart()
        await desk?.restart()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressesOf(settings: StartSettings): Pick<Stack, 'app' | 'sandbox' | 'lan'> {
  const lanAddress = settings.lan ? findLanAddresses()[0] : undefined
  return {
    app: `${settings.lan ? 'https' : 'http'}://127.0.0.1:${settings.port}`,
    sandbox: `http://127.0.0.1:${settings.sandboxPort}`,
    lan: lanAddress ? `https://${lanAddress}:${settings.port}` : null,
  }
}

/** Game links lead a phone to the sandbox, at this machine's address in the network. */
function publicSandbox({ lan, sandboxPort }: StartSettings): { SANDBOX_PUBLIC_URL?: string } {
  const address = lan ? findLanAddresses()[0] : undefined
  return address ? { SANDBOX_PUBLIC_URL: `http://${address}:${sandboxPort}` } : {}
}

/** For root the folder can be traversed, since the database's own user works inside it. */
async function prepareDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    await mkdir(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    return await lockFolder(dataDir)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw new StartRefused(message, { cause: error })
    throw new StartRefused(
      `the data folder ${dataDir} cannot be used by this user (${message}); choose another with DATA_DIR`,
      { cause: error },
    )
  }
}

async function startDatabase(
  settings: StartSettings,
  deps: StackDeps,
  start: (service: Service) => Promise<SupervisedProcess>,
): Promise<DatabaseUrls> {
  if (settings.databaseUrl)
    return {
      databaseUrl: settings.databaseUrl,
      ownerUrl: settings.ownerUrl ?? settings.databaseUrl,
    }
  let url = ''
  await start(embeddedDatabase(settings.dataDir, deps.log, (found) => (url = found)))
  return createDatabaseOnce(url)
}

function sandboxService(
  settings: StartSettings,
  { urls, tls }: { urls: DatabaseUrls; tls: Tls },
  { signal, log }: StackDeps,
): Service {
  const env = {
    SANDBOX_PORT: String(settings.sandboxPort),
    CONTROL_PORT: String(settings.controlPort),
    SANDBOX_HOST: settings.lan ? '0.0.0.0' : '127.0.0.1',
    ...publicSandbox(settings),
    APP_URL: addressesOf(settings).app,
    // With --lan the app uses a certificate that only this machine trusts.
    ...(tls ? { NODE_EXTRA_CA_CERTS: tls.certFile } : {}),
  }
  let seeded = Promise.resolve()
  return {
    name: 'the sandbox',
    start: async () => {
      const running = startChild({
        name: 'sandbox',
        main: 'apps/sandbox/src/main.ts',
        env,
        logFolder: join(settings.dataDir, 'logs'),
      })
      // Repeated at each start of the sandbox, since it loses everything when it dies.
      seeded = seedSandbox({ settings, databaseUrl: urls.databaseUrl, signal })
      seeded.catch((error: Error) => log(`The sandbox does not know the books: ${error.message}`))
      return running
    },
    answers: async () => {
      await waitForAnswer(`${addressesOf(settings).sandbox}/`, { signal })
      await seeded
    },
  }
}

function serverService(
  settings: StartSettings,
  { urls, tls }: { urls: DatabaseUrls; tls: Tls },
  { signal }: StackDeps,
): Service {
  const { app, sandbox } = addressesOf(settings)
  const env = {
    PORT: String(settings.port),
    HOST: settings.lan ? '0.0.0.0' : '127.0.0.1',
    DATABASE_URL: urls.databaseUrl,
    // The running server never needs the owner's rights.
    DATABASE_OWNER_URL: '',
    VARIANT: settings.variant,
    SANDBOX_URL: sandbox,
    ...publicSandbox(settings),
    RUN_WORKER: '1',
    METRICS_PORT: '0',
    DATA_DIR: settings.dataDir,
    TLS_KEY_FILE: tls?.keyFile ?? '',
    TLS_CERT_FILE: tls?.certFile ?? '',
  }
  return {
    name: 'the server',
    start: async () =>
      startChild({
        name: 'server',
        main: 'apps/server/src/main.ts',
        env,
        logFolder: join(settings.dataDir, 'logs'),
      }),
    answers: async () => {
      for (const path of ['/', '/openapi.json'])
        await waitForAnswer(`${app}${path}`, { signal, ca: tls?.cert })
    },
  }
}

/** On this machine only, with --lan too: anyone who reaches it may sign in as an operator of the demo. */
function consoleService(
  settings: StartSettings,
  { urls, consolePort }: { urls: DatabaseUrls; consolePort: number },
  { signal }: StackDeps,
): Service {
  const env = {
    CONSOLE_PORT: String(consolePort),
    CONSOLE_HOST: '127.0.0.1',
    CONSOLE_ORIGIN: consoleOrigin(consolePort),
    CONSOLE_DEMO: settings.isOwn ? '0' : '1',
    DATABASE_URL: urls.databaseUrl,
    DATABASE_OWNER_URL: '',
    VARIANT: settings.variant,
    SANDBOX_URL: addressesOf(settings).sandbox,
    RUN_WORKER: '0',
    METRICS_PORT: '0',
    DATA_DIR: settings.dataDir,
    TLS_KEY_FILE: '',
    TLS_CERT_FILE: '',
  }
  return {
    name: 'the console',
    start: async () =>
      startChild({
        name: 'console',
        main: 'apps/server/src/console.ts',
        env,
        logFolder: join(settings.dataDir, 'logs'),
      }),
    answers: () => waitForAnswer(`http://127.0.0.1:${consolePort}/openapi.json`, { signal }),
  }
}

/** For the command line; it contains the database address, so only its owner may read it. */
async function writeRunFile(path: string, run: Record<string, unknown>): Promise<void> {
  const partial = `${path}.${process.pid}`
  await writeFile(partial, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 })
  await rename(partial, path)
}

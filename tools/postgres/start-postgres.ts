import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asAccount, diesWithUs, plainEnvironment } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { createClusterOnce, superuser } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { preparePlace, type DatabaseFolders } from './place.ts'
import { endProcessesOf, findProcessesOf, isAlive, sendSignal, sleep } from './processes.ts'

export type Postgres = {
  /** The superuser, over a unix socket in a folder of mode 0700. */
  url: string
  pid: number
  /** The cluster's real folder: the wanted one, or one in /var/lib that it points to. */
  folder: string
  /** Resolves when the server has ended, on request or not, and says how. */
  exited: Promise<string>
  /** Ends it without waiting for its clients; committed data is safe. */
  stop: () => Promise<void>
}

export type PostgresOptions = {
  dataFolder: string
  log?: (line: string) => void
  settings?: Record<string, string>
}

const defaultSettings = {
  listen_addresses: '',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  max_connections: '200',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The detail of a refused row is the row: a duplicate would log the bank account number.
  log_error_verbosity: 'terse',
}

// Recovery of a full log of 2 GB has taken up to 25 s.
const startPatienceMs = 120_000
const stopPatienceMs = 10_000
const retryPatienceMs = 10_000
const logBytesMax = 10 * 1024 * 1024

/** Starts the PostgreSQL installed by npm in a folder that survives restarts, crashes and kill -9. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const log = options.log ?? (() => undefined)
  const place = await preparePlace(options.dataFolder, log)
  const unlock = await lockFolder(place.folder, options.dataFolder)
  try {
    const binaries = await prepareBinaries({ ...place, log })
    const ended = await endProcessesOf(place.cluster)
    if (ended > 0) log('A database that an earlier start had left behind was stopped first.')
    await createClusterOnce(place, binaries)
    const running = await startUntilReady(place, binaries, options.settings ?? {})
    const exited = running.exited.then(async (how) => {
      await unlock()
      return how
    })
    return {
      url: urlOf(place.socketFolder),
      pid: running.pid,
      folder: place.folder,
      exited,
      stop: async () => {
        await stopServer(running)
        await exited
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The form that both libpq and the driver read; the path is the host. */
function urlOf(socketFolder: string): string {
  return `postgres://${superuser}@${encodeURIComponent(socketFolder)}/postgres`
}

type RunningPostgres = { pid: number; exited: Promise<string>; isGone: () => boolean }

async function startUntilReady(
  place: DatabaseFolders,
  binaries: string,
  settings: Record<string, string>,
): Promise<RunningPostgres> {
  const end = Date.now() + retryPatienceMs
  for (;;) {
    await removeStalePidFile(place.cluster)
    const logFile = await openLog(place.folder)
    const running = spawnServer(place, binaries, { settings, logPath: logFile.path })
    if (await becomesReady(place, running)) return running
    const said = await readFrom(logFile)
    const isBusy = /pre-existing shared memory block|lock file ".*" already exists/.test(said)
    if (!isBusy || Date.now() > end)
      throw new Error(`PostgreSQL did not start; its log ${logFile.path} ends with:\n${said}`)
    await sleep(200)
  }
}

/** The pid in the file may belong to another program by now, and would block PostgreSQL's start. */
async function removeStalePidFile(cluster: string): Promise<void> {
  const isBlind = process.platform !== 'linux'
  if (isBlind || (await findProcessesOf(cluster)).length > 0) return
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

function spawnServer(
  place: DatabaseFolders,
  binaries: string,
  { settings, logPath }: { settings: Record<string, string>; logPath: string },
): RunningPostgres {
  const all = { ...defaultSettings, unix_socket_directories: place.socketFolder, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(binaries, 'bin/postgres'), '-D', place.cluster, ...args]
  const [program, ...rest] = [...diesWithUs(), ...command]
  const log = openSync(logPath, 'a', 0o600)
  // A separate process group: Ctrl-C in the terminal must not reach it before the server has drained.
  const child = spawn(program!, rest, {
    ...asAccount(place.account),
    cwd: place.folder,
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return watch(child)
}

function watch(child: ChildProcess): RunningPostgres {
  let gone = false
  const exited = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      gone = true
      resolve(how)
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ? `killed by ${signal}` : `exit code ${code}`))
  })
  return { pid: child.pid ?? 0, exited, isGone: () => gone }
}

const stateLine = 7
const openStates = new Set(['ready', 'standby'])

/** The postmaster writes its state into its lock file; pg_ctl waits for the same. */
async function becomesReady(place: DatabaseFolders, running: RunningPostgres): Promise<boolean> {
  const end = Date.now() + startPatienceMs
  while (!running.isGone() && Date.now() < end) {
    const text = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
    const lines = text.split('\n')
    const state = lines[stateLine]?.trim() ?? ''
    if (lines[0] === String(running.pid) && openStates.has(state)) return true
    await sleep(20)
  }
  if (!running.isGone()) await stopServer(running)
  return false
}

async function stopServer(running: RunningPostgres): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (running.isGone() || !isAlive(running.pid)) return
    sendSignal(running.pid, signal)
    await Promise.race([running.exited, sleepLightly(stopPatienceMs)])
  }
}

/** Does not keep the process alive. */
function sleepLightly(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

type LogFile = { path: string; from: number }

async function openLog(folder: string): Promise<LogFile> {
  const path = join(folder, 'postgres.log')
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (size <= logBytesMax) return { path, from: size }
  await rename(path, `${path}.1`)
  return { path, from: 0 }
}

async function readFrom({ path, from }: LogFile): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4_000), position: from })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

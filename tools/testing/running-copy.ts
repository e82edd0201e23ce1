import { spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../start/environment.ts'
import { findFreePorts } from '../start/ports.ts'

/** A copy of everything that `npm start` runs, started by the same file. */
export type RunningCopy = {
  pid: number
  app: string
  sandbox: string
  control: string
  /** The operators' console, at the host name that passkeys require. */
  console: string
  /** The output in the terminal so far. */
  output: () => string
  /** Resolves with the exit code, or with the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

export type CopyOptions = {
  dataDir: string
  ports?: CopyPorts
  args?: string[]
  env?: Record<string, string>
  account?: { uid: number; gid: number }
}

export type CopyPorts = {
  port: number
  sandboxPort: number
  controlPort: number
  consolePort: number
}

// The first start may build the page and create a cluster while other tests use the processor, too.
const readyPatienceMs = 180_000

export async function startCopy(options: CopyOptions): Promise<RunningCopy> {
  const ports = options.ports ?? (await choosePorts())
  const copy = spawnCopy(options, ports)
  const ready = waitForLine(copy, /^ready (\S+)$/m)
  const found = await Promise.race([ready, copy.exited.then(() => null)])
  if (found === null) throw new Error(`it did not start:\n${copy.output()}`)
  return { ...copy, app: found }
}

/** For a start that should be refused: resolves with its output. */
export async function startRefusedCopy(
  options: CopyOptions,
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const copy = spawnCopy(options, options.ports ?? (await choosePorts()))
  const code = await copy.exited
  return { code, output: copy.output() }
}

export async function choosePorts(): Promise<CopyPorts> {
  const [port = 0, sandboxPort = 0, controlPort = 0, consolePort = 0] = await findFreePorts(4)
  return { port, sandboxPort, controlPort, consolePort }
}

/** A folder for one copy's data that the database's own user can traverse. */
export async function makeDataDir(account?: { uid: number; gid: number }): Promise<{
  dataDir: string
  remove: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-copy-'))
  await chmod(folder, 0o711)
  if (account) await chown(folder, account.uid, account.gid)
  const dataDir = join(folder, 'data')
  const pointer = join(dataDir, 'postgres/is-at')
  return {
    dataDir,
    remove: async () => {
      const elsewhere = await readFile(pointer, 'utf8').catch(() => null)
      if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function spawnCopy(options: CopyOptions, ports: CopyPorts): RunningCopy {
  const { DATABASE_URL: _url, DATABASE_OWNER_URL: _ownerUrl, ...inherited } = environment
  const main = join(import.meta.dirname, '../start.ts')
  const endWithParent = join(import.meta.dirname, '../start/children/end-with-parent.ts')
  const args = ['--import', endWithParent, main, ...(options.args ?? [])]
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...inherited,
      ...options.env,
      DATA_DIR: options.dataDir,
      PORT: String(ports.port),
      SANDBOX_PORT: String(ports.sandboxPort),
      CONTROL_PORT: String(ports.controlPort),
      CONSOLE_PORT: String(ports.consolePort),
    },
    ...options.account,
    // The closed channel signals that the tests were killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0))
  })
  return {
    pid: child.pid ?? 0,
    app: '',
    sandbox: `http://127.0.0.1:${ports.sandboxPort}`,
    control: `http://127.0.0.1:${ports.controlPort}`,
    console: `http://localhost:${ports.consolePort}`,
    output: () => output,
    exited,
    stop: (signal = 'SIGINT') => {
      child.kill(signal)
      return exited
    },
  }
}

async function waitForLine(copy: RunningCopy, line: RegExp): Promise<string> {
  const end = Date.now() + readyPatienceMs
  while (Date.now() < end) {
    const found = line.exec(copy.output())?.[1]
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await copy.stop('SIGKILL')
  throw new Error(`it was not ready after ${readyPatienceMs} ms:\n${copy.output()}`)
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiled } from '../processes/compiled.ts'
import type { MemberWorld } from '../worlds/member-world.ts'

export type RealServer = {
  address: string
  /** The address of health and metrics. */
  metrics: string
  pid: number
  signal: (signal: NodeJS.Signals) => void
  /** How it ended, with the milliseconds since the request to end. */
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Its log so far. */
  logText: () => string
}

export type RealServerOptions = {
  program?: 'main' | 'worker'
  env?: Record<string, string>
  /** The maximum of its open files and sockets. */
  descriptorsMax?: number
}

/** A process as in production, with a test's database and world, for tests with signals and system limits. */
export async function startRealServer(
  world: Pick<MemberWorld, 'database' | 'sandbox' | 'dataDir'>,
  { program = 'main', env = {}, descriptorsMax }: RealServerOptions = {},
): Promise<RealServer> {
  const command = [process.execPath, join(import.meta.dirname, `../../${program}.ts`)]
  const limit = descriptorsMax === undefined ? '' : `ulimit -n ${descriptorsMax}; `
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, ...command], {
    env: {
      ...compiled,
      DATABASE_URL: world.database.url,
      SANDBOX_URL: world.sandbox.url,
      DATA_DIR: world.dataDir,
      GAME_CREDENTIAL_KEY: '07'.repeat(32),
      GIFT_LINK_SEAL_KEY: '09'.repeat(32),
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => (output += String(part)))
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const ports = await Promise.race([readyPorts(child), ended.then(() => null)])
  if (!ports) throw new Error(`the server ended before it was ready: ${output}`)
  return {
    address: `http://127.0.0.1:${ports.port}`,
    metrics: `http://127.0.0.1:${ports.metricsPort}`,
    pid: child.pid!,
    signal: (signal) => void child.kill(signal),
    ended,
    logText: () => output,
  }
}

async function readyPorts(child: ChildProcess): Promise<{ port: number; metricsPort: number }> {
  const [message] = (await once(child, 'message')) as [
    { ready: { port: number; metricsPort: number } },
  ]
  return message.ready
}

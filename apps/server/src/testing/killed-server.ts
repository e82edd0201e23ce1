import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { MemberWorld } from './member-world.ts'

const program = join(import.meta.dirname, '../main.ts')

export type DoomedServer = {
  address: string
  pid: number
  /** Resolves with the signal that ended it. */
  died: Promise<string | null>
  stop: () => Promise<void>
}

/** The real server as a process of its own, which kills itself as `kill -9` would when it comes to a step. */
export async function startDoomedServer(
  world: Pick<MemberWorld, 'database' | 'sandbox' | 'dataDir'>,
  failpoint: string,
  more: Record<string, string> = {},
): Promise<DoomedServer> {
  const child = fork(program, [], {
    env: {
      DATABASE_URL: world.database.url,
      SANDBOX_URL: world.sandbox.url,
      DATA_DIR: world.dataDir,
      GAME_CREDENTIAL_KEY: '07'.repeat(32),
      GIFT_LINK_SEAL_KEY: '09'.repeat(32),
      FAILPOINT: failpoint,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '1000000',
      ...more,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const ready = once(child, 'message') as Promise<[{ ready: { port: number } }]>
  const first = await Promise.race([ready, exited.then(() => null)])
  if (!first) throw new Error('the server ended before it was ready')
  return {
    address: `http://127.0.0.1:${first[0].ready.port}`,
    pid: child.pid!,
    died: exited.then(([, signal]) => signal),
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

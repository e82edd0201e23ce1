import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiled } from './compiled.ts'
import { openDatabaseWire, type Moment } from '../database/database-wire.ts'

const program = join(import.meta.dirname, '../../worker.ts')

/** Starts the worker as production does, and kills it with `kill -9` at a moment of one of its jobs. */
export async function killWorkerAt(
  databaseUrl: string,
  moment: Moment,
  env: Record<string, string> = {},
): Promise<void> {
  const wire = await openDatabaseWire(databaseUrl, moment)
  const child = fork(program, [], {
    env: {
      ...compiled,
      DATABASE_URL: wire.url,
      GAME_CREDENTIAL_KEY: '07'.repeat(32),
      GIFT_LINK_SEAL_KEY: '09'.repeat(32),
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const early = await Promise.race([wire.reached, exited])
  child.kill('SIGKILL')
  await exited
  wire.close()
  if (early) throw new Error(`the worker ended with ${early[0]} before it was killed`)
}

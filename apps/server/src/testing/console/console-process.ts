import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiled } from '../processes/compiled.ts'
import type { TestDatabase } from '../database/database.ts'
import type { Clock } from '#core/clock.ts'

const program = join(import.meta.dirname, '../../console.ts')
const setClock = join(import.meta.dirname, '../../../../../tools/testing/set-clock.ts')

export type ConsoleProcess = {
  pid: number
  /** Resolves with the signal that ended it. */
  died: Promise<string | null>
  stop: () => Promise<void>
}

type ConsoleDeps = { database: Pick<TestDatabase, 'url'>; clock: Clock }

/** The real console as a process of its own, as a demo that lets its operators in by name. */
export async function startConsole(
  { database, clock }: ConsoleDeps,
  { port, ...env }: { port: number } & Record<string, string | number>,
): Promise<ConsoleProcess> {
  const child = fork(program, [], {
    execArgv: ['--import', setClock],
    env: {
      ...compiled,
      CLOCK_STARTS_AT: clock.now().toISOString(),
      DATABASE_URL: database.url,
      CONSOLE_PORT: String(port),
      CONSOLE_DEMO: '1',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '1000000',
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const ready = once(child, 'message')
  if (!(await Promise.race([ready, exited.then(() => null)])))
    throw new Error('the console ended before it was ready')
  return {
    pid: child.pid!,
    died: exited.then(([, signal]) => signal),
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from '#core/clock.ts'
import { compiled } from './compiled.ts'
import type { MemberWorld } from '../worlds/member-world.ts'

const program = join(import.meta.dirname, '../../main.ts')
const setClock = join(import.meta.dirname, '../../../../../tools/testing/set-clock.ts')

export type DoomedServer = {
  address: string
  pid: number
  /** Resolves with the signal that ended it. */
  died: Promise<string | null>
  stop: () => Promise<void>
}

/**
 * The real server as a separate process, which kills itself as `kill -9` would at a step. Its clock and the sandbox's
 * start at the world's time and run on, so that no test depends on the current date; when it has ended the world's
 * clock is set to the same time.
 */
export async function startDoomedServer(
  world: Pick<MemberWorld, 'clock' | 'database' | 'sandbox' | 'dataDir'>,
  point: CrashPoint | `stay:${CrashPoint}` | null,
  more: Record<string, string> = {},
): Promise<DoomedServer> {
  const at = world.clock.now().toISOString()
  const since = systemClock.now().getTime()
  await world.sandbox.control('POST', '/clock', { at })
  const child = fork(program, [], {
    execArgv: ['--import', setClock],
    env: {
      ...compiled,
      CLOCK_STARTS_AT: at,
      DATABASE_URL: world.database.url,
      SANDBOX_URL: world.sandbox.url,
      DATA_DIR: world.dataDir,
      GAME_CREDENTIAL_KEY: '07'.repeat(32),
      GIFT_LINK_SEAL_KEY: '09'.repeat(32),
      FAILPOINT: point ?? '',
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '1000000',
      ...more,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = (once(child, 'exit') as Promise<[number | null, string | null]>).then((how) => {
    world.clock.moveMs(systemClock.now().getTime() - since)
    return how
  })
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

/** What is done to it, and its extra environment. */
type KillAct = { to: (address: string) => Promise<unknown>; env?: Record<string, string> }

/** A step that is not reached by then is never reached. */
const diesWithinMs = 30_000

/**
 * Does something to a process that dies from it, and checks that it died at that step. If the step is never reached
 * (for example because a message is refused, such as one signed with another hour than the process has), it fails with
 * the answer, where waiting for the death would never end.
 */
export async function killServerAt(
  world: Parameters<typeof startDoomedServer>[0],
  step: CrashPoint,
  { to: act, env }: KillAct,
): Promise<void> {
  const doomed = await startDoomedServer(world, step, env)
  const answer = await act(doomed.address).catch((error: unknown) => error)
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, diesWithinMs, null)
  })
  const signal = await Promise.race([doomed.died, tooLong])
  clearTimeout(timer)
  await doomed.stop()
  if (signal !== 'SIGKILL') throw new Error(`the process never reached ${step}`, { cause: answer })
}

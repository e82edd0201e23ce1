import type { Clock } from '../clock.ts'
import type { Log } from '../telemetry/log.ts'

/** As long as somebody who looks at a screen should wait. */
const answerWithinMs = 19_000
const runningMs = 20_000

export type WaitDeps = {
  log: Pick<Log, 'error'>
  /** Shorter in tests. */
  answerWithinMs?: number
}

/**
 * Waits for what was begun, but never longer than a member should; the rest goes on without them. What fails is logged and left to
 * the sweeper. Null when nothing is known.
 */
export async function waitFor<T>(
  deps: WaitDeps,
  { work, what }: { work: Promise<T>; what: string },
): Promise<T | null> {
  const guarded = work.catch((error: unknown) => {
    deps.log.error({ err: error }, `${what} could not be carried on; the sweeper will`)
    return null
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), deps.answerWithinMs ?? answerWithinMs)
  })
  const known = await Promise.race([guarded, late])
  clearTimeout(timer)
  return known
}

/** Whether the call that began it may still be waiting: until then another one is not answered. */
export function mayStillRun({ clock }: { clock: Clock }, createdAt: Date): boolean {
  return clock.now().getTime() - createdAt.getTime() < runningMs
}

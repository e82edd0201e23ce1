import type { Clock } from '../clock.ts'
import type { Log } from '../telemetry/log.ts'

/** As long as a member at a screen should wait. */
const answerWithinMs = 19_000
const runningMs = 20_000

export type WaitDeps = {
  log: Pick<Log, 'error'>
  /** Shorter in tests. */
  answerWithinMs?: number
}

/**
 * Waits for started work, but never longer than a member should; the work continues in the background. A failure is
 * logged and left to the sweeper. Null when the outcome is unknown.
 */
export async function waitFor<T>(
  deps: WaitDeps,
  { work, what }: { work: Promise<T>; what: string },
): Promise<T | null> {
  const guarded = work.catch((error: unknown) => {
    deps.log.error({ err: error }, `${what} could not be continued; the sweeper will retry it`)
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

/** Whether the call that started it may still be running: until then another one gets no outcome. */
export function mayStillRun({ clock }: { clock: Clock }, createdAt: Date): boolean {
  return clock.now().getTime() - createdAt.getTime() < runningMs
}

import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { setNextLook } from './store.ts'

/** Before the sweeper would look at it for the first time, and often enough that one late answer of the database costs nothing. */
const saidEveryMs = 1_500
/** A process that died leaves its transfers to the sweeper no later than this. */
const believedForMs = 4_000

type Deps = {
  db: Db
  clock: Clock
  /** Null in tests stands for a process that is paused. */
  carriedEveryMs?: number | null
}

/**
 * Says of a transfer, as long as a call carries it, that nobody else need look at it. Most have ended before the first time. Whoever says
 * nothing any more is dead or paused; taking over from a paused one is safe, as each step asks what is written.
 */
export function keepCarried(
  { db, clock, carriedEveryMs = saidEveryMs }: Deps,
  { id }: { id: string },
): () => void {
  if (carriedEveryMs === null) return () => undefined
  const say = (): void => {
    const until = new Date(clock.now().getTime() + believedForMs)
    setNextLook(db, id, until).catch(() => undefined)
  }
  const timer = setInterval(say, carriedEveryMs).unref()
  return () => clearInterval(timer)
}

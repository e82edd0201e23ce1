import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { createLine, NoTurn } from '#core/jobs/lines/line.ts'
import type { Log } from '#core/telemetry/log.ts'
import { listDue, type DueSlip } from './due-store.ts'

export type Looks = {
  /** Looks at a slip when its member's turn comes. What finds no room waits in its row until the job comes to it. */
  soon: (slip: DueSlip) => Promise<void>
  /** Begins the looks that are due, members in turn, and waits for them as long as others can wait for it. */
  takeDue: () => Promise<void>
}

/**
 * A look mostly waits: for a decoder, which has a line of its own, or for the slip service. So there are more places than either
 * works at, and whoever waits for one of them keeps nobody from the other.
 */
const limits = { atOnceMax: 64, ownerAtOnceMax: 2, waitingMax: 256, waitMs: 60_000 }
const dueMax = 50
/** A slip whose look takes longer goes on by itself; the next that are due do not wait for it. */
const roundMaxMs = 5_000

export function openLooks({
  db,
  clock,
  log,
  look,
}: {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  look: (id: string) => Promise<void>
}): Looks {
  const line = createLine(limits)
  /** Those that wait here, each once, however often they are found due; one that is looked at is not due for as long as it is held. */
  const waiting = new Map<string, Promise<void>>()
  const begin = async ({ id, memberId }: DueSlip): Promise<void> => {
    try {
      await line.run(memberId, () => {
        waiting.delete(id)
        return look(id)
      })
    } catch (error) {
      if (!(error instanceof NoTurn))
        log.error({ slip: id, err: error }, 'a slip could not be looked at')
    } finally {
      waiting.delete(id)
    }
  }
  const soon = (slip: DueSlip): Promise<void> => {
    const known = waiting.get(slip.id)
    if (known) return known
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(slip.id, promise)
    void begin(slip).then(resolve)
    return promise
  }
  return {
    soon,
    takeDue: async () => {
      const due = await listDue(db, { at: clock.now(), limit: dueMax, not: [...waiting.keys()] })
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, roundMaxMs)
      await Promise.race([over, Promise.all(due.map(soon))])
      clearTimeout(timer)
    },
  }
}

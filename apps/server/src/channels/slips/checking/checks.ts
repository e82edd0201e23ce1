import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { createLine, NoTurn } from '#core/lines/line.ts'
import type { Log } from '#core/telemetry/log.ts'
import { listDue, type DueSlip } from './due-store.ts'

export type Looks = {
  /**
   * Checks a slip in its member's queue slot. If the queue is full, the slip waits in its row until the job takes it.
   */
  soon: (slip: DueSlip) => Promise<void>
  /** Starts the checks that are due, round-robin over members, and waits for them up to a limit. */
  takeDue: () => Promise<void>
}

/**
 * A check mostly waits, for a decoder, which has its own queue, or for the slip service. So there are more slots than
 * either can serve, and waiting for one does not block the other.
 */
const limits = { atOnceMax: 64, ownerAtOnceMax: 2, waitingMax: 256, waitMs: 60_000 }
const dueMax = 50
/** A check that takes longer continues alone; the next due slips do not wait for it. */
const roundMaxMs = 5_000

export function openCheckQueue({
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
  /**
   * Slips waiting in this process, each once however often it is due; a slip under check is not due while its lease
   * is held.
   */
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

import { z } from 'zod'
import type { Listening } from '#core/db/connections/listener.ts'
import type { Db } from '#core/db/db.ts'

const channel = 'review_moved'
const moved = z.object({ memberId: z.string(), action: z.string(), subject: z.string() })

export type Moved = z.infer<typeof moved>

/**
 * Hears of every act of an operator on a member's money, at whichever terminal it was done, after its commit; the database says so in the
 * transaction of the act. What is missed while nobody listens is missed: pages ask again by themselves.
 */
export function listenForActs(
  { db }: { db: Pick<Db, 'listen'> },
  onMoved: (told: Moved) => void,
): Promise<Listening> {
  return db.listen(channel, (payload) => {
    if (payload !== null) onMoved(moved.parse(JSON.parse(payload)))
  })
}

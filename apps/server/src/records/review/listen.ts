import { z } from 'zod'
import type { OpenListener } from '#core/db/connections/listener.ts'
import type { Db } from '#core/db/db.ts'

const channel = 'review_moved'
const moved = z.object({ memberId: z.string(), action: z.string(), subject: z.string() })

export type MovedAct = z.infer<typeof moved>

/**
 * Receives every act of an operator on a member's money, from any process, after its commit: the database notifies in
 * the transaction of the act. An act that is missed while no process listens is not repeated: pages poll anyway.
 */
export function listenForActs(
  { db }: { db: Pick<Db, 'listen'> },
  onMoved: (act: MovedAct) => void,
): Promise<OpenListener> {
  return db.listen(channel, (payload) => {
    if (payload !== null) onMoved(moved.parse(JSON.parse(payload)))
  })
}

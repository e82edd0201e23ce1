import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { refuseFor } from '#core/refused.ts'
import { findBlocked } from './inbox-store.ts'

/** A guest who is blocked learns when they may write again. */
export async function refuseBlocked(
  on: Queryable,
  clock: Pick<Clock, 'now'>,
  { owner, memberId }: { owner: string; memberId: string | null },
): Promise<void> {
  const until = memberId === null ? await findBlocked(on, owner) : null
  const waitMs = until ? until.getTime() - clock.now().getTime() : 0
  if (waitMs > 0) refuseFor('CHAT_BLOCKED', Math.ceil(waitMs / 1_000))
}

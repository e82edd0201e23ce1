import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { deleteOlder, deleteOlderMessages } from './store.ts'

type ForgetDeps = {
  db: Db
  clock: Clock
  readSettings: () => Promise<{ 'chat.keepDays': number; 'chat.guestKeepDays': number }>
}

const atOnceMax = 1_000

/** S57: removes messages at the end of their retention time, and talks without any, a batch at a time. */
export async function forgetOldTalks({ db, clock, readSettings }: ForgetDeps): Promise<void> {
  const settings = await readSettings()
  const now = clock.now().getTime()
  const ages = [
    ['member', settings['chat.keepDays']],
    ['guest', settings['chat.guestKeepDays']],
  ] as const
  for (const [kind, days] of ages) {
    const before = new Date(now - days * dayMs)
    // Talks first: their messages go with them.
    for (const remove of [deleteOlder, deleteOlderMessages]) {
      let removed = atOnceMax
      while (removed === atOnceMax) removed = await remove(db, { kind, before, limit: atOnceMax })
    }
  }
}

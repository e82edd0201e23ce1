import { dayMs, type Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { deleteOlder } from './store.ts'

type ForgetDeps = {
  db: Db
  clock: Clock
  readSettings: () => Promise<{ 'chat.keepDays': number; 'chat.guestKeepDays': number }>
}

const atOnceMax = 1_000

/** S57: removes talks with no message for the retention time, a batch at a time. */
export async function forgetOldTalks({ db, clock, readSettings }: ForgetDeps): Promise<void> {
  const settings = await readSettings()
  const now = clock.now().getTime()
  const ages = [
    ['member', settings['chat.keepDays']],
    ['guest', settings['chat.guestKeepDays']],
  ] as const
  for (const [kind, days] of ages) {
    const before = new Date(now - days * dayMs)
    let removed = atOnceMax
    while (removed === atOnceMax)
      removed = await deleteOlder(db, { kind, before, limit: atOnceMax })
  }
}

import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import { deleteOlder } from './store.ts'

type ForgetDeps = {
  db: Db
  clock: Clock
  readSettings: () => Promise<{ 'chat.keepDays': number; 'chat.guestKeepDays': number }>
}

const dayMs = 24 * 60 * 60_000
const atOnceMax = 1_000

/** S57: removes talks that nobody has added to for as long as they are kept. */
export async function forgetOldTalks({ db, clock, readSettings }: ForgetDeps): Promise<number> {
  const settings = await readSettings()
  const now = clock.now().getTime()
  const ages = [
    ['member', settings['chat.keepDays']],
    ['guest', settings['chat.guestKeepDays']],
  ] as const
  let removed = 0
  for (const [kind, days] of ages)
    removed += await deleteOlder(db, {
      kind,
      before: new Date(now - days * dayMs),
      limit: atOnceMax,
    })
  return removed
}

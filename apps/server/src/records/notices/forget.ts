import type { Db } from '#core/db/db.ts'
import { deleteOld } from './store.ts'

type ForgetDeps = { db: Db; readSettings: () => Promise<{ 'notices.keepDays': number }> }

const atOnceMax = 1_000

/** Removes notices at the end of their retention time, a batch at a time; their deliveries go with them. */
export async function forgetOldNotices({ db, readSettings }: ForgetDeps): Promise<void> {
  const { 'notices.keepDays': days } = await readSettings()
  let removed = atOnceMax
  while (removed === atOnceMax) removed = await deleteOld(db, { days, limit: atOnceMax })
}

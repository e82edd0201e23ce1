import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { removeUnknown, type UploadFolder } from '#core/uploads/folder.ts'
import { deleteRefused, listUnknown, takeOld } from './store.ts'

type ForgetDeps = {
  db: Db
  clock: Clock
  folder: UploadFolder
  readSettings: () => Promise<{
    'chat.fileKeepDays': number
    'chat.keepDays': number
    'chat.guestKeepDays': number
  }>
}

const atOnceMax = 500

/** Removes files past their retention time or that of the message that showed them, those that no message ever showed, and leftovers of a dead process. */
export async function forgetOldFiles({
  db,
  clock,
  folder,
  readSettings,
}: ForgetDeps): Promise<void> {
  const now = clock.now().getTime()
  const yesterday = new Date(now - dayMs)
  await deleteRefused(db, yesterday)
  const settings = await readSettings()
  const daysAgo = (days: number): Date => new Date(now - days * dayMs)
  const old = await takeOld(db, {
    before: daysAgo(settings['chat.fileKeepDays']),
    memberBefore: daysAgo(settings['chat.keepDays']),
    guestBefore: daysAgo(settings['chat.guestKeepDays']),
    unsentBefore: yesterday,
    limit: atOnceMax,
  })
  const names = old.flatMap(({ name, thumbnail }) =>
    thumbnail === null ? [name] : [name, thumbnail],
  )
  for (const name of names) await folder.remove(name)
  await removeUnknown(folder, yesterday, (some) => listUnknown(db, some))
}

import { hourMs } from '@kapao/contract/times'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Ids } from '../../ids.ts'
import type { Log } from '../../telemetry/log.ts'
import { within } from '../../within.ts'
import type { MarkPlace } from './mark-place.ts'
import { countOtherFolders, noteFolder } from './mark-store.ts'

type Deps = { db: Db; clock: Clock; place: MarkPlace }

/** Each process records its folder every hour; a folder not recorded for this long is out of use. */
const inUseMs = 3 * hourMs

/** How many other places of uploaded files are in use. It only reads: an operator may ask as another user. */
export async function countOtherUploads({ db, clock, place }: Deps): Promise<number> {
  const since = new Date(clock.now().getTime() - inUseMs)
  return countOtherFolders(db, { mark: await place.read(), since })
}

const startWaitMs = 5_000

export const notShared =
  'other processes keep uploaded files elsewhere: a file uploaded to one process is missing at the others; ' +
  'mount one DATA_DIR/uploads for all, or set the same UPLOADS_S3'

/** Records the place now and every hour, and logs an error while another one is in use. */
export async function watchUploads(
  deps: Deps & { ids: Pick<Ids, 'secret'>; log: Pick<Log, 'error' | 'warn'> },
): Promise<() => void> {
  const check = async (): Promise<void> => {
    try {
      await deps.place.ensure(deps.ids.secret())
      const mark = await deps.place.read()
      if (mark !== null) await noteFolder(deps.db, mark, deps.clock.now())
      if ((await countOtherUploads(deps)) > 0) deps.log.error(notShared)
    } catch (error) {
      deps.log.warn({ err: error }, 'the place of uploaded files could not be checked')
    }
  }
  // A bucket that hangs delays no start; the check itself logs what becomes of it.
  await within(startWaitMs, check()).catch(() => undefined)
  const timer = setInterval(() => void check(), hourMs).unref()
  return () => clearInterval(timer)
}

import { createHash } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import type { PictureProblem } from '@kapao/contract/console/problems'
import { picturesDayMax, picturesMax } from '@kapao/contract/console/picture-limits'
import { dayMs } from '@kapao/contract/times'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import type { Pictures } from '#core/uploads/pictures/pool.ts'
import type { PictureResult } from '#core/uploads/pictures/task.ts'
import {
  countPictures,
  findPictures,
  insertPicture,
  lockPictures,
  type HousePicture,
} from './store.ts'

/** A file that does not become a picture of the house; nothing of it is kept. */
export class PictureRefused extends Error {
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.name = 'PictureRefused'
    this.problem = problem
  }
}

export type KeepDeps = {
  db: Db
  clock: Clock
  folder: UploadFolder
  pictures: Pick<Pictures, 'clean'>
}

/**
 * Keeps a picture of the house, rewritten, under the hash of what is kept, and answers it; one that is there is answered
 * as it is. The file is kept before a row names it, so what a dead process leaves is found again by the same picture.
 */
export async function keepPicture(
  deps: KeepDeps,
  source: string,
  by: AuditContext,
): Promise<HousePicture> {
  const { db, clock, folder, pictures } = deps
  const owner = by.actor
  await refuseWhenFull(db, owner, clock)
  const target = await folder.newIncoming()
  try {
    const done = await pictures.clean({ owner, source, target, readQr: true, isOfHouse: true })
    const { width, height, texts: codes } = whenDone(done)
    return await storePicture(deps, target, { width, height, codes, by })
  } finally {
    await rm(target, { force: true })
  }
}

type Rewritten = Pick<HousePicture, 'width' | 'height' | 'codes'> & { by: AuditContext }

/** Keeps what has been rewritten as WebP, or was drawn by us. */
export async function storePicture(
  deps: Pick<KeepDeps, 'db' | 'clock' | 'folder'>,
  path: string,
  { by, ...about }: Rewritten,
): Promise<HousePicture> {
  const { db, clock, folder } = deps
  const bytes = await readFile(path)
  const file = `${createHash('sha256').update(bytes).digest('base64url')}.webp`
  const [known] = await findPictures(db, [file])
  if (known && (await folder.has(file))) return known
  await writeThrough(path)
  await folder.keep(path, file)
  const made = { ...about, file, size: bytes.length, by: by.actor, at: clock.now() }
  return insertOnce(deps, made, by)
}

/** Before a byte is read, and again before the row is written. */
export async function refuseWhenFull(on: Queryable, by: string, clock: Clock): Promise<void> {
  const since = new Date(clock.now().getTime() - dayMs)
  const { all, own } = await countPictures(on, { by, since })
  if (all >= picturesMax) throw new PictureRefused('storeFull')
  if (own >= picturesDayMax) throw new PictureRefused('dayFull')
}

/** Of two who add the same picture at once one is first. */
async function insertOnce(
  { db, clock, folder }: Pick<KeepDeps, 'db' | 'clock' | 'folder'>,
  made: HousePicture,
  by: AuditContext,
): Promise<HousePicture> {
  try {
    return await db.begin(async (tx) => {
      await lockPictures(tx)
      const [known] = await findPictures(tx, [made.file])
      if (known) return known
      await refuseWhenFull(tx, made.by, clock)
      await insertPicture(tx, made)
      const { file, size, codes, at } = made
      const after = { size, codes }
      await recordAudit(tx, {
        ...by,
        at,
        action: 'pictures.add',
        subject: `picture:${file}`,
        after,
      })
      return made
    })
  } catch (error) {
    // While the store is full nobody else can have named this file.
    if (error instanceof PictureRefused) await folder.remove(made.file)
    throw error
  }
}

/** A row that names a file must not survive a power failure that loses the file. */
async function writeThrough(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const problemOf = {
  broken: 'broken',
  'too-large': 'pixels',
  slow: 'heavy',
  more: 'more',
} as const satisfies Partial<Record<PictureResult['outcome'], PictureProblem>>

function whenDone(done: PictureResult): Extract<PictureResult, { outcome: 'done' }> {
  if (done.outcome === 'done') return done
  if (done.outcome in problemOf)
    throw new PictureRefused(problemOf[done.outcome as keyof typeof problemOf])
  if (done.outcome === 'stuck') throw new Refused('SERVICE_BUSY')
  throw new Error(`a picture could not be rewritten: ${JSON.stringify(done)}`)
}

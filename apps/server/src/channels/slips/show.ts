import { readSlipPicture as pictureCall, type listSlips } from '@kapao/contract/statement'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { refuse } from '#core/refused.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { removeUnknown, type UploadFolder } from '#core/uploads/folder.ts'
import type { Links } from '#core/uploads/signed-link.ts'
import {
  findSlip,
  listPage,
  listUnknownPictures,
  takeOldPictures,
  type Slip,
  type SlipState,
} from './store.ts'

export type ShowDeps = { db: Db; folder: UploadFolder; links: Links }

const statusOf: Record<SlipState, 'PENDING' | 'SUCCESS' | 'FAILED'> = {
  waiting: 'PENDING',
  paying: 'PENDING',
  credited: 'SUCCESS',
  refused: 'FAILED',
}

export async function listSlipPage(
  { db }: ShowDeps,
  memberId: string,
  wanted: { page: number; limit: number },
): Promise<AnswerOf<typeof listSlips>> {
  const { total, slips } = await listPage(db, memberId, wanted)
  return { total: Number(total), slips: slips.map(viewOfSlip) }
}

/**
 * `link` is for pictures stored elsewhere; pictures here are requested by reference and get an address that expires.
 */
function viewOfSlip(slip: Slip) {
  const { reference, uploadedAt, amount, currency, state, note } = slip
  return {
    reference,
    createdAt: uploadedAt.toISOString(),
    amount: amount === null ? null : { amount, currency },
    currency,
    status: statusOf[state],
    note,
    link: null,
  }
}

/**
 * An address valid for a few minutes. Another member's slip, one without a picture and an unknown one get the same
 * refusal; a lost picture is shown as lost.
 */
export async function readPictureLink(
  { db, folder, links }: ShowDeps,
  memberId: string,
  reference: string,
): Promise<AnswerOf<typeof pictureCall>> {
  const slip = await findSlip(db, reference)
  if (!slip?.picture || slip.memberId !== memberId) refuse(pictureCall, 'NO_DATA')
  if (!(await folder.has(slip.picture))) refuse(pictureCall, 'FILE_LOST')
  return { url: links.make({ folder: folder.name, file: slip.picture, owner: memberId }) }
}

type ForgetDeps = {
  db: Db
  clock: Clock
  folder: UploadFolder
  readSettings: () => Promise<{ 'slip.keepDays': number }>
}

const atOnceMax = 500

/** Removes pictures past their retention, and files that a dead process left behind. The slips stay. */
export async function forgetOldPictures({
  db,
  clock,
  folder,
  readSettings,
}: ForgetDeps): Promise<number> {
  const now = clock.now().getTime()
  const yesterday = new Date(now - dayMs)
  const { 'slip.keepDays': keepDays } = await readSettings()
  const expired = await takeOldPictures(db, new Date(now - keepDays * dayMs), atOnceMax)
  for (const name of expired) await folder.remove(name)
  const removed = await removeUnknown(folder, yesterday, (some) => listUnknownPictures(db, some))
  return expired.length + removed
}

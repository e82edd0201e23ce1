import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { rm } from 'node:fs/promises'
import { bytesOfMb, slipSizeMaxMb } from '@kapao/contract/limits'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import { isClosedAt } from '#settings/closing-time.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { Refused, refuseWithSecondStatus } from '#core/refused.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import type { Upload } from '#core/uploads/receive.ts'
import { countWritten, refuseUnlessRoom, type Share } from '#core/written/written.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { findUploadBack, insertSlip } from './store.ts'

export type SlipSettings = {
  'slip.closeFrom': string
  'slip.closeTo': string
  'slip.dayMax': number
  'slip.dayMb': number
}

export type UploadDeps = {
  db: Db
  clock: Clock
  ids: Ids
  folder: UploadFolder
  readSettings: () => Promise<SlipSettings>
  /** Where a crash test ends the process. */
  failpoint: (step: CrashPoint) => unknown
}

/** Receives a picture and answers at once; the picture is checked afterwards. Credits nothing. */
export async function uploadSlip(
  deps: UploadDeps,
  memberId: string,
  upload: Upload,
): Promise<{ id: string; reference: string }> {
  const { db, clock, ids, folder } = deps
  // The age of a slip counts from the start of its upload, however slow the connection is.
  const uploadedAt = clock.now()
  const { member, share } = await refuseUnlessOpen(deps, memberId, uploadedAt)
  const path = await folder.newIncoming()
  const { file } = await upload.receive({ path, bytesMax: slipSizeMaxMb * bytesOfMb })
  await deps.failpoint('slip.received')
  if (!file) throw new Refused('SLIP_NO_FILE')
  if (file.kind !== 'png' && file.kind !== 'jpeg') {
    await rm(path, { force: true })
    throw new Refused('SLIP_INVALID_FILE')
  }
  const slip = {
    id: ids.key(),
    reference: ids.code(),
    memberId,
    currency: member.currency,
    incoming: await folder.handOn(path),
    pictureName: folder.newName('jpg'),
    uploadedAt,
  }
  try {
    await db.beginFor(memberId, async (tx) => {
      await insertSlip(tx, slip)
      // As it has come, until it is kept smaller (`readPicture`).
      await countWritten(tx, share, file.bytes)
    })
  } catch (error) {
    if (error instanceof Refused) await folder.dropHanded(slip.incoming)
    throw error
  }
  await deps.failpoint('slip.stored')
  return slip
}

/** Checked before the first byte is read: none of this depends on the picture. */
async function refuseUnlessOpen(
  { db, readSettings }: UploadDeps,
  memberId: string,
  at: Date,
): Promise<{ member: Member; share: Share }> {
  const settings = await readSettings()
  const time = { closeFrom: settings['slip.closeFrom'], closeTo: settings['slip.closeTo'] }
  if (isClosedAt(at, time)) refuseWithSecondStatus('SLIP_UPLOAD_FAIL')
  const member = await findMember(db, memberId)
  if (!member) throw new Error(`there is no member ${memberId}`)
  if (await bonusHeld(db, memberId)) throw new Refused('BONUS_REMAINING')
  const back = await findUploadBack(db, memberId, settings['slip.dayMax'])
  if (back && at.getTime() - back.getTime() < dayMs) throw new Refused('REQUEST_LIMIT')
  const bytesMax = settings['slip.dayMb'] * bytesOfMb
  const share = { owner: ownerOfSlips(memberId), bytesMax, at }
  await refuseUnlessRoom(db, share, 0)
  return { member, share }
}

/** Slips have a sum of their own: whatever a member writes elsewhere, money can be shown to have come. */
export function ownerOfSlips(memberId: string): string {
  return `slips:${memberId}`
}

import { sendTalkFile } from '@kapao/contract/console/inbox'
import type { Actor } from '#core/audit/audit-store.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import type { Upload } from '#core/uploads/receive.ts'
import { findBytes, type DeskFile } from '#talk/chatfiles/desk.ts'
import { replyTo, type PeopleDeps } from './people.ts'
import type { InboxTalk } from './inbox-store.ts'
import { mediaOf } from './send.ts'
import { findDelivered, type Message } from './store.ts'

/** What the files of talks offer the desk. */
export type DeskFiles = {
  receiveAtDesk: (operator: string, upload: Upload) => Promise<DeskFile>
}

type FileDelivery = {
  talk: Pick<InboxTalk, 'code' | 'owner'>
  operator: string
  key: string
  actor: Actor
  requestId: string
}

/**
 * Sends an operator's picture or video into a talk. The same key again is the same message: the file that comes with it
 * must be the same one, and is not kept a second time.
 */
export async function sendFile(
  deps: PeopleDeps & DeskFiles,
  { talk, operator, ...by }: FileDelivery,
  upload: Upload,
): Promise<Message> {
  const arrived = await deps.receiveAtDesk(operator, upload)
  try {
    const name = shownName(arrived.name)
    const known = await findDelivered(deps.db, talk.owner, `desk-${by.key}`)
    if (known) return await sameFile(deps, known, { name, bytes: arrived.bytes })
    const file = await arrived.keep(talk.owner)
    const withFile = { name: file.name, bytes: arrived.bytes }
    const sent = await replyTo(deps, { code: talk.code, ...by, withFile }, mediaOf(file, { name }))
    return await sameFile(deps, sent, { name, bytes: arrived.bytes })
  } finally {
    await arrived.drop()
  }
}

/** If two came at once, the later one kept a file that no message shows: it is removed like unsent ones. */
async function sameFile(
  { db }: PeopleDeps,
  sent: Message,
  { name, bytes }: { name: string; bytes: number },
): Promise<Message> {
  if (sent.message.message_type !== 'media') return refuseOperator(sendTalkFile, 'KEY_REUSED')
  const { payload } = sent.message
  const before = await findBytes(db, payload.filePath)
  if (payload.name !== name || (before !== null && before !== bytes))
    return refuseOperator(sendTalkFile, 'KEY_REUSED')
  return sent
}

const nameLengthMax = 120
/** Control characters, and marks that reverse the direction of the text. */
const harmful = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Only ever text: the file itself has a name of ours. */
function shownName(given: string): string {
  return given.replaceAll(harmful, '').slice(-nameLengthMax)
}

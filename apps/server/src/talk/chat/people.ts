import { chatMessage, type Button, type ChatMessage } from '@kapao/contract/chat'
import type { closeReasons } from '@kapao/contract/console/inbox'
import { nameOf } from '#core/audit/actor.ts'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import { hint } from '#core/console/hint-store.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { memoryBuckets } from '#core/limits/rate-limit.ts'
import type { Ids } from '#core/ids.ts'
import { OperatorRefused } from '#core/refused.ts'
import { noteNotice } from '#records/notices/store.ts'
import { setSent } from '#talk/chatfiles/store.ts'
import { assignIfFree, hintOfTyping, setAssigned, setServed } from './inbox-store.ts'
import { openTalkWriter } from './send.ts'
import { ownerOf } from './show.ts'
import {
  findDelivered,
  findTalkByCode,
  lockTalk,
  notifyOf,
  setSeen,
  updateTalk,
  type Message,
  type Talk,
} from './store.ts'

export type PeopleDeps = { db: Db; clock: Clock; ids: Ids }
/** How a session ended; `menu` hands it back without having solved anything. */
export type CloseReason = (typeof closeReasons)[number] | 'menu'
export type Act = { code: string; actor: Actor; requestId: string }

/** `key` makes a repeated reply the same one; `withFile` is what a message of a file shows. */
type Reply = Act & {
  key?: string | null
  withFile?: { name: string; bytes: number }
}

/** Longer texts are unreadable on a phone, and a page must draw them. */
const textMax = 5_000

/**
 * Answers a customer in the name of an operator, and takes the talk from the menu until it is closed. The same key again
 * is the same message, and changes nothing.
 */
export async function replyTo(
  deps: PeopleDeps,
  { code, actor, requestId, key = null, withFile }: Reply,
  message: ChatMessage,
): Promise<Message> {
  const checked = checkMessage(message)
  const delivery = key === null ? null : `desk-${key}`
  return change(deps, code, async (tx, talk) => {
    const known = delivery === null ? null : await findDelivered(tx, talk.owner, delivery)
    if (known) return known
    const writer = openTalkWriter(deps, tx, { talk })
    const seen = talk.lastSeq
    const operator = nameOf(actor)
    const sent = await writer.write('person', checked, { operator, delivery })
    if (withFile) await setSent(tx, withFile.name, writer.at)
    Object.assign(talk, { state: 'person', waitingSince: null, seenSeq: seen })
    await writer.end()
    const { memberId } = ownerOf(talk.owner)
    // Once until they have read it, however much is written meanwhile.
    if (memberId !== null)
      await noteNotice(tx, { memberId, kind: 'talk.answered', key: `after ${talk.readSeq}` })
    await assignIfFree(tx, talk.owner, operator)
    await recordAudit(tx, {
      at: writer.at,
      actor,
      requestId,
      action: 'chat.reply',
      subject: `chat:${code}`,
      after: { message: sent.id, ...(withFile && { file: withFile.name, bytes: withFile.bytes }) },
    })
    return sent
  })
}

/** Ends a session: the menu answers again, and the next message begins a new one. A second call changes nothing. */
export async function closeTalk(
  deps: PeopleDeps,
  { code, actor, requestId, reason = null }: Act & { reason?: CloseReason | null },
): Promise<{ isNew: boolean }> {
  return change(deps, code, async (tx, talk) => {
    if (talk.isOver && talk.state === 'menu') return { isNew: false }
    const before = talk.state
    Object.assign(talk, { isOver: true, state: 'menu', waitingSince: null, seenSeq: talk.lastSeq })
    const at = deps.clock.now()
    await updateTalk(tx, talk)
    await setAssigned(tx, talk.owner, { to: null, role: null })
    const { owner, session } = talk
    await setServed(tx, { owner, session, at, by: nameOf(actor), reason })
    await notifyOf(tx, JSON.stringify({ owner }))
    await hint(tx, 'talk', { talk: code })
    await hint(tx, 'work', { kind: 'talk', id: code })
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'chat.close',
      subject: `chat:${code}`,
      before: { state: before },
      after: { reason },
    })
    return { isNew: true }
  })
}

/** Notifies the customer that staff have read everything so far. */
export async function markSeen({ db }: Pick<PeopleDeps, 'db'>, owner: string): Promise<void> {
  if (await setSeen(db.inLine(owner), owner)) await notifyOf(db, JSON.stringify({ owner }))
}

/** Notifies the customer's pages that an answer is being written; not stored. */
export async function notifyTyping({ db }: Pick<PeopleDeps, 'db'>, owner: string): Promise<void> {
  await notifyOf(db, JSON.stringify({ owner, isTyping: true }))
}

/** Typing lasts a while: more notices than this of one talk, or of all in a process, add nothing. */
const typingFigures = {
  talk: { burst: 1, perMinute: 24 },
  all: { burst: 40, perMinute: 1_200 },
}

/** Reports a customer's typing to the console while operators have the conversation; never throws, and stores nothing. */
export function createTypingReporter({ db, clock }: Pick<PeopleDeps, 'db' | 'clock'>) {
  const buckets = memoryBuckets()
  return (owner: string): void => {
    const nowMs = clock.now().getTime()
    if (buckets.take(owner, typingFigures.talk, nowMs) > 0) return
    if (buckets.take('all', typingFigures.all, nowMs) > 0) return
    hintOfTyping(db, owner).catch(() => undefined)
  }
}

export async function loadTalk(db: Db, code: string): Promise<Talk> {
  const talk = await findTalkByCode(db, code)
  if (!talk) throw new OperatorRefused(`There is no conversation ${code}.`)
  return talk
}

async function change<T>(
  { db }: PeopleDeps,
  code: string,
  work: (tx: Tx, talk: Talk) => Promise<T>,
): Promise<T> {
  const { owner } = await loadTalk(db, code)
  return db.beginFor(owner, async (tx) => {
    const talk = await lockTalk(tx, owner)
    if (!talk) throw new OperatorRefused(`There is no conversation ${code}.`)
    return work(tx, talk)
  })
}

/** S43: operators' messages are checked as strictly as strangers': an operator's mistake would reach a member. */
function checkMessage(given: unknown): ChatMessage {
  const read = chatMessage.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new OperatorRefused(`This is no message: ${issue!.path.join('.')} ${issue!.message}`)
  }
  const { deliver: _, ...message } = read.data
  if (message.message_type === 'postback')
    throw new OperatorRefused('A postback is what a customer sends by pressing a button.')
  const said = 'payload' in message ? message.payload.message : undefined
  if (said !== undefined && said.length > textMax)
    throw new OperatorRefused(`A message has at most ${textMax} characters.`)
  if (message.message_type === 'text' && said?.trim() === '')
    throw new OperatorRefused('A message needs words.')
  refuseUnsafeLinks(message)
  return message
}

const webForm = /^https?:\/\/[^\s"'<>\\@]+$/
const phoneForm = /^\+?\d{3,15}$/
const pictureForm = /^(?:\/(?![/\\])[A-Za-z0-9/_.-]{1,200}|https?:\/\/[^\s"'<>\\@]+|)$/

function refuseUnsafeLinks(message: ChatMessage): void {
  if ('payloads' in message)
    for (const card of message.payloads) {
      if (!pictureForm.test(card.image_url))
        throw new OperatorRefused('image_url must begin with https:// or be a path of this site.')
      for (const button of card.buttons) refuseUnsafeButton(button)
    }
  if ('payload' in message && 'buttons' in message.payload)
    for (const button of message.payload.buttons) refuseUnsafeButton(button)
  if (message.message_type === 'media' && !pictureForm.test(message.payload.url ?? ''))
    throw new OperatorRefused('url must begin with https:// or be a path of this site.')
}

function refuseUnsafeButton({ type, payload = '' }: Button): void {
  if (type === 'web' && !(webForm.test(payload) && URL.canParse(payload)))
    throw new OperatorRefused(
      'A web button leads to an address that begins with https:// or http://.',
    )
  if (type === 'call' && !phoneForm.test(payload))
    throw new OperatorRefused('A call button holds a phone number: digits and perhaps a +.')
}

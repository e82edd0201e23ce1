import type { ChatMessage, CustomerMessage } from '@kapao/contract/chat'
import type { Language } from '@kapao/contract/limits'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import { Refused } from '#core/refused.ts'
import { chatShareOf } from '#core/written/chat-share.ts'
import { countWritten } from '#core/written/written.ts'
import type { Settings } from '#settings/registry.ts'
import { openMenu, type MenuAnswers } from '#talk/chatbot/open.ts'
import { findOwnFile } from '#talk/chatfiles/own-file.ts'
import { setSent, type ChatFile } from '#talk/chatfiles/store.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { greetingOf, type Owner } from './show.ts'
import {
  countOpenGuests,
  findDelivered,
  findTalk,
  hintOfTalk,
  insertMessage,
  insertTalk,
  lockNetwork,
  lockTalk,
  notifyOf,
  setNetwork,
  updateTalk,
  type Message,
  type Openness,
  type Sender,
  type Talk,
} from './store.ts'

export type SendDeps = {
  db: Db
  clock: Clock
  ids: Ids
  /** Runs the work when the queue's owner has a slot: the line that open.ts makes. */
  inTurn: <T>(queue: string, work: () => Promise<T>) => Promise<T>
  readSettings: () => Promise<Settings>
}

export type ChatAuthor = Owner & {
  language: Language
  /** The network that a guest writes from; members are not counted. */
  network: string | null
}

/** A session ends after half an hour without a message (OP-CHAT). */
const sessionIdleMs = 30 * minuteMs

/**
 * Stores a message and the menu's answer to it, and notifies every process. The same delivery sent again is the same
 * message, and changes nothing (OP-E16).
 */
export async function receiveMessage(
  deps: SendDeps,
  author: ChatAuthor,
  message: CustomerMessage,
): Promise<Date> {
  const menu = await openMenu(deps)
  const settings = await deps.readSettings()
  const delivery = message.deliver?.id ?? null
  const queue = await queueOf(deps, author)
  return deps.inTurn(queue, () => write(deps, { author, message, delivery, menu, settings }))
}

/**
 * Chooses the queue. A talk has one order anyway. Guests who begin to count for their network take its lock, so they
 * share the network's queue. Two who read this before either wrote meet at that lock, so a stale choice is harmless.
 */
async function queueOf({ db, clock }: SendDeps, { owner, network }: ChatAuthor): Promise<string> {
  if (network === null) return owner
  const talk = await findTalk(db, owner)
  return talk && isOpen(talk, openSince(clock.now())) ? owner : `network ${network}`
}

type NewMessage = {
  author: ChatAuthor
  message: CustomerMessage
  delivery: string | null
  menu: MenuAnswers
  settings: Settings
}

function write(
  deps: SendDeps,
  { author, message, delivery, menu, settings }: NewMessage,
): Promise<Date> {
  return deps.db.beginFor(author.owner, async (tx) => {
    await refuseBlocked(tx, deps.clock, author)
    const guestOpenMax = settings['chat.guestOpenMax']
    const isAdmitted = await admitGuest(deps, tx, { author, guestOpenMax, delivery })
    const { talk, isNew } = await openTalk(deps, tx, { ...author, menu })
    if (isAdmitted) await setNetwork(tx, author.owner, networkKey(author.network!))
    const known = delivery === null ? null : await findDelivered(tx, author.owner, delivery)
    if (known) return known.createdAt
    const kept = await keepable(deps, tx, { owner: author.owner, message })
    const isWithPeople = beginTurn(talk, deps.clock.now())
    const writer = openTalkWriter(deps, tx, { talk, firstSeq: isNew ? 1n : talk.lastSeq + 1n })
    const sent = await writer.write('customer', kept, { delivery })
    const answer = await menu.answer({ ...author, on: tx, message, isWithPeople })
    if (answer) {
      await writer.write('menu', answer.message)
      talk.seenSeq = sent.seq
    }
    if (answer?.handOver || (isWithPeople && !answer)) wantPerson(talk, writer.at)
    const bytes = sizeOf(kept) + sizeOf(answer?.message)
    await countWritten(tx, { ...chatShareOf(author, settings), at: writer.at }, bytes)
    await writer.end(author.language)
    return sent.createdAt
  })
}

/** Beside its words a row has ids, times and its places in four indexes. */
const rowBytes = 400

function sizeOf(message: ChatMessage | undefined): number {
  return message === undefined ? 0 : Buffer.byteLength(JSON.stringify(message)) + rowBytes
}

/** A guest's talk with staff counts for a day after its last message. */
const withPeopleMs = dayMs

const networkKey = (network: string): Buffer => sha256(`network ${network}`)

type GuestAdmission = { author: ChatAuthor; guestOpenMax: number; delivery: string | null }

/** Whether a guest begins to count for the network that they write from; refuses when the network has enough others. */
async function admitGuest(
  { clock }: SendDeps,
  tx: Tx,
  { author: { owner, network }, guestOpenMax, delivery }: GuestAdmission,
): Promise<boolean> {
  if (network === null) return false
  const since = openSince(clock.now())
  const talk = await findTalk(tx, owner)
  if (talk && isOpen(talk, since)) return false
  // A sender whose answer was lost is still confirmed, however long ago it arrived.
  if (talk && delivery !== null && (await findDelivered(tx, owner, delivery))) return false
  const key = networkKey(network)
  await lockNetwork(tx, key)
  const others = await countOpenGuests(tx, { network: key, but: owner }, since)
  if (others >= guestOpenMax) throw new Refused('REQUEST_LIMIT')
  return true
}

function openSince(now: Date): Openness {
  return {
    menuSince: new Date(now.getTime() - sessionIdleMs),
    peopleSince: new Date(now.getTime() - withPeopleMs),
  }
}

function isOpen({ state, isOver, lastAt }: Talk, { menuSince, peopleSince }: Openness): boolean {
  return !isOver && lastAt > (state === 'menu' ? menuSince : peopleSince)
}

async function openTalk(
  { ids, clock }: SendDeps,
  tx: Tx,
  { owner, language, menu }: Owner & { language: Language; menu: MenuAnswers },
): Promise<{ talk: Talk; isNew: boolean }> {
  const at = clock.now()
  const greeting = greetingOf(owner, menu.welcome(language), at)
  await insertTalk(tx, { owner, language, code: ids.code(), session: greeting.session, at })
  const talk = (await lockTalk(tx, owner))!
  if (talk.lastSeq > 0n) return { talk, isNew: false }
  await insertMessage(tx, greeting)
  // The writer has already seen the greeting.
  return { talk: { ...talk, lastSeq: 1n, readSeq: 1n, seenSeq: 1n }, isNew: true }
}

/** Whether staff have the talk. A talk that staff had answered and that has ended since begins with the menu again. */
function beginTurn(talk: Talk, at: Date): boolean {
  if (talk.isOver || at.getTime() - talk.lastAt.getTime() >= sessionIdleMs)
    if (talk.state === 'person') talk.state = 'menu'
  return talk.state !== 'menu'
}

function wantPerson(talk: Talk, at: Date): void {
  if (talk.state === 'waiting') return
  talk.state = 'waiting'
  talk.waitingSince = at
}

/** A writer that adds messages to a talk whose row is locked. */
export function openTalkWriter(
  { clock, ids }: Pick<SendDeps, 'clock' | 'ids'>,
  tx: Tx,
  { talk, firstSeq = talk.lastSeq + 1n }: { talk: Talk; firstSeq?: bigint },
) {
  const at = clock.now()
  if (talk.isOver || at.getTime() - talk.lastAt.getTime() >= sessionIdleMs) {
    talk.session = ids.key()
    talk.isOver = false
  }
  return {
    at,
    write: async (
      sender: Sender,
      message: ChatMessage,
      { delivery = null, operator }: { delivery?: string | null; operator?: string } = {},
    ): Promise<Message> => {
      talk.lastSeq += 1n
      talk.lastAt = at
      const { owner, session, lastSeq: seq } = talk
      const { deliver: _, ...bare } = message
      const written = {
        owner,
        seq,
        id: ids.key(),
        session,
        sender,
        operator: operator ?? null,
        delivery,
        message: bare as ChatMessage,
        createdAt: at,
      }
      await insertMessage(tx, written)
      return written
    },
    /** Stores the talk and notifies of everything that was written. */
    end: async (language: Language = talk.language): Promise<void> => {
      await updateTalk(tx, { ...talk, language })
      const news = { owner: talk.owner, from: Number(firstSeq), to: Number(talk.lastSeq) }
      await notifyOf(tx, JSON.stringify(news))
      await hintOfTalk(tx, talk)
    },
  }
}

/**
 * The stored form of a message: text without what a terminal or a page could take for commands, and files by our own
 * names.
 */
async function keepable(
  { clock }: SendDeps,
  tx: Tx,
  { owner, message }: { owner: string; message: CustomerMessage },
): Promise<ChatMessage> {
  if (message.message_type === 'text')
    return { message_type: 'text', payload: { message: plain(message.payload.message) } }
  if (message.message_type === 'postback') {
    const { title, message: said } = message.payload
    return { message_type: 'postback', payload: { title: plain(title), message: plain(said) } }
  }
  const { filePath, name, message: said } = message.payload
  const file = await findOwnFile(tx, owner, filePath)
  if (!file) throw new Refused('KEY_INVALID', 'filePath is no file of yours')
  await setSent(tx, file.name, clock.now())
  const words = said === undefined ? {} : { message: plain(said) }
  return mediaOf(file, { ...words, name: plain(name) })
}

/** The message that shows a file. */
export function mediaOf(
  { name: filePath, kind: fileType, thumbnail, width, height }: ChatFile,
  words: { name: string; message?: string },
): ChatMessage {
  const small = thumbnail === null ? {} : { thumbnail, width: width!, height: height! }
  return { message_type: 'media', payload: { ...words, fileType, filePath, ...small } }
}

/** Control characters except line ends and tabs, and marks that reverse the direction of the text. */
const harmful = /(?![\n\t])[\p{Cc}]|[\u202a-\u202e\u2066-\u2069]/gu

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(harmful, '')
}

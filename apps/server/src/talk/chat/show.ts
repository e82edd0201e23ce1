import type { ChatMessage, Conversation } from '@kapao/contract/chat'
import type { Language } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { findMember } from '#records/account/store.ts'
import type { Settings } from '#settings/registry.ts'
import { openMenu } from '#talk/chatbot/open.ts'
import { findTalk, listMessages, listReadPositions, type Message } from './store.ts'

/** The owner of a talk, named as the room of their sockets. */
export type Owner = { owner: string; memberId: string | null; guest: string | null }

/** An owner by the name of their room. */
export function ownerOf(owner: string): Owner {
  const id = owner.slice(owner.indexOf(':') + 1)
  return owner.startsWith('member:')
    ? { owner, memberId: id, guest: null }
    : { owner, memberId: null, guest: id }
}

export type ShowDeps = {
  db: Queryable
  clock: Clock
  signGuest: (guest: string) => Promise<string>
  /** An address of a file for its owner, valid for an hour. */
  addressOf: (file: string, owner: string) => string
  readSettings: () => Promise<Settings>
}

/** The reader of a talk. */
export type TalkReader = Pick<Conversation, 'userId' | 'guestId' | 'username' | 'name'>

export async function loadHistory(
  deps: ShowDeps,
  whose: Owner & { language: Language },
  wanted: { skip: number; limit: number },
): Promise<Conversation[]> {
  const { db } = deps
  const named = await nameOf(deps, whose)
  const found = await listMessages(db, whose.owner, wanted)
  if (found.length === 0 && wanted.skip === 0) {
    const isEmpty = (await findTalk(db, whose.owner)) === null
    return isEmpty ? [await greet(deps, whose, named)] : []
  }
  return found.map((message) => viewOfMessage(deps, message, named))
}

/** The greeting of a talk that has not begun: shown now, and stored with the first message. */
async function greet(
  deps: ShowDeps,
  { owner, language }: Owner & { language: Language },
  named: TalkReader,
): Promise<Conversation> {
  const shown = greetingOf(owner, (await openMenu(deps)).welcome(language), deps.clock.now())
  return viewOfMessage(deps, shown, named)
}

/** With the same ids always, so that a page recognizes the shown greeting and the stored one as one message. */
export function greetingOf(owner: string, message: ChatMessage, createdAt: Date): Message {
  return {
    owner,
    seq: 1n,
    id: uuidOf(`greeting ${owner}`),
    session: uuidOf(`session ${owner}`),
    sender: 'menu',
    operator: null,
    delivery: null,
    message,
    createdAt,
  }
}

function uuidOf(text: string): string {
  const hex = sha256(text).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export async function nameOf(
  { db, signGuest }: Pick<ShowDeps, 'db' | 'signGuest'>,
  { memberId, guest }: Owner,
): Promise<TalkReader> {
  if (memberId === null)
    return { userId: null, guestId: await signGuest(guest!), username: null, name: null }
  const member = await findMember(db, memberId)
  return {
    userId: memberId,
    guestId: null,
    username: member?.username ?? null,
    name: member?.name ?? null,
  }
}

export function viewOfMessage(
  { addressOf }: Pick<ShowDeps, 'addressOf'>,
  one: Message,
  named: TalkReader,
): Conversation {
  const deliver = one.delivery === null ? {} : { deliver: { id: one.delivery, status: 'succeed' } }
  return {
    _id: one.id,
    seq: Number(one.seq),
    sender: one.sender === 'customer' ? 'customer' : 'other',
    message: { ...withAddresses(one.message, one.owner, addressOf), ...deliver } as ChatMessage,
    createdAt: one.createdAt.toISOString(),
    session_id: one.session,
    ...named,
    // OP-B41: a web page has none.
    deviceToken: '',
  }
}

/** Files are stored by name; each read makes a new address. */
function withAddresses(
  message: ChatMessage,
  owner: string,
  addressOf: ShowDeps['addressOf'],
): ChatMessage {
  if (message.message_type !== 'media' || message.payload.filePath === '') return message
  const { filePath, thumbnail, ...rest } = message.payload
  const small = thumbnail === undefined ? {} : { thumbnail: addressOf(thumbnail, owner) }
  return { ...message, payload: { ...rest, filePath: addressOf(filePath, owner), ...small } }
}

export async function loadReadPosition(
  { db }: Pick<ShowDeps, 'db'>,
  owner: string,
): Promise<{ unread: number; seen: number }> {
  const [position] = await listReadPositions(db, [owner])
  return { unread: position?.unread ?? 0, seen: Number(position?.seenSeq ?? 0n) }
}

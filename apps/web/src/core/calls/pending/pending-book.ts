import { subscribeToSession } from '#core/session/session.ts'
import { readToken } from '#core/session/token.ts'
import { removeStored, writeStored } from '#core/storage.ts'
import { isAbandoned, listPending, pendingKey, type Pending } from './pending.ts'
import { readTabMark } from './tab-mark.ts'

/** Enough for everything that one member can have under way; the oldest goes first. */
const pendingMax = 20

/** Calls that this page is at: their answer may still come, or what shows them asks by itself. */
const held = new Set<string>()
const listeners = new Set<() => void>()
let member: string | null = null
let token = readToken()

// Another member may come next, and is not known before the first answer has said who it is.
subscribeToSession(() => {
  if (readToken() === token) return
  token = readToken()
  member = null
  tell()
})

/**
 * What nobody waits for any more. To ask about a call that is only just on its way would end it, so those of other tabs
 * count when they are old enough; those of this tab, which has been loaded anew since, at once.
 */
export function listOrphans(nowMs: number): Pending[] {
  const tab = readTabMark()
  return listPending().filter((one) => {
    if (held.has(one.key)) return false
    if (!isMine(one)) return false
    return one.tab === tab || isAbandoned(one, nowMs)
  })
}

export function addPending({ key, route }: { key: string; route: string }): void {
  const tab = readTabMark()
  const pending: Pending = {
    key,
    route,
    tab,
    at: Date.now(),
    ...(member === null ? sessionMark() : { member }),
  }
  held.add(key)
  store([...listPending(), pending].slice(-pendingMax))
}

export function removePending(key: string): void {
  held.delete(key)
  store(listPending().filter((pending) => pending.key !== key))
}

/** Whoever shows a call keeps everybody else from asking about it; ended by `release`. */
export function holdPending(key: string): void {
  held.add(key)
}

export function releasePending(key: string): void {
  held.delete(key)
  tell()
}

/** What is noted from now on is this member's, and what was noted under this login before; another one who logs in here later is not told of it. */
export function notePendingMember(id: string): void {
  if (member === id) return
  const list = listPending().map((one) => {
    const { session: _, ...named } = { ...one, member: id }
    return one.member === undefined && isMine(one) ? named : one
  })
  member = id
  store(list)
}

function isMine({ member: whose, session, tab }: Pending): boolean {
  if (whose !== undefined) return whose === member
  // Builds before this one noted no login.
  return session === undefined ? tab === readTabMark() : session === sessionMark().session
}

/** Tells one login from another, in all its tabs, and nothing else: it is a small part of what the token is. */
function sessionMark(): { session?: string } {
  const token = readToken()
  if (token === null) return {}
  let mark = 0x811c9dc5
  for (const letter of token) mark = Math.imul(mark ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return { session: mark.toString(36) }
}

/** Tells of changes in this tab; those of others come with the storage event. */
export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function store(list: readonly Pending[]): void {
  if (list.length === 0) removeStored(pendingKey)
  else writeStored(pendingKey, JSON.stringify(list))
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

import { subscribeToSession } from '#core/session/session.ts'
import { readToken } from '#core/session/token.ts'
import { removeStored, writeStored } from '#core/storage.ts'
import { isAbandoned, listPending, pendingKey, type PendingCall } from './pending.ts'
import { readTabMark } from './tab-mark.ts'

/** Enough for everything that one member can have under way; the oldest is dropped first. */
const pendingMax = 20

/** Calls of this page whose answer may still come, or whose outcome the part that shows them polls. */
const held = new Set<string>()
const listeners = new Set<() => void>()
let member: string | null = null
let token = readToken()

// Another member may be next, and is not known before the first answer has said who it is.
subscribeToSession(() => {
  if (readToken() === token) return
  token = readToken()
  member = null
  notifyListeners()
})

/**
 * Calls that nothing waits for any more. Asking about a call that is still being sent would end it, so calls of other
 * tabs count once they are old enough; those of this tab, which has been reloaded since, count at once.
 */
export function listOrphans(nowMs: number): PendingCall[] {
  const tab = readTabMark()
  return listPending().filter((one) => {
    if (held.has(one.key)) return false
    if (!isMine(one)) return false
    return one.tab === tab || isAbandoned(one, nowMs)
  })
}

export function addPending({ key, route }: { key: string; route: string }): void {
  const tab = readTabMark()
  const pending: PendingCall = {
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

/** Keeps everything else from polling a call while a component shows it; ended by `release`. */
export function holdPending(key: string): void {
  held.add(key)
}

export function releasePending(key: string): void {
  held.delete(key)
  notifyListeners()
}

/**
 * Assigns to this member the calls noted under this login so far, and those noted from now on; another member who logs
 * in here later does not see them.
 */
export function notePendingMember(id: string): void {
  if (member === id) return
  const list = listPending().map((one) => {
    const { session: _, ...named } = { ...one, member: id }
    return one.member === undefined && isMine(one) ? named : one
  })
  member = id
  store(list)
}

function isMine({ member: whose, session, tab }: PendingCall): boolean {
  if (whose !== undefined) return whose === member
  // Builds before this one noted no login.
  return session === undefined ? tab === readTabMark() : session === sessionMark().session
}

/** Distinguishes one login from another, in all its tabs, and nothing more: it is a small hash of the token. */
function sessionMark(): { session?: string } {
  const token = readToken()
  if (token === null) return {}
  let mark = 0x811c9dc5
  for (const letter of token) mark = Math.imul(mark ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return { session: mark.toString(36) }
}

/** Reports changes in this tab; those of other tabs come with the storage event. */
export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function store(list: readonly PendingCall[]): void {
  if (list.length === 0) removeStored(pendingKey)
  else writeStored(pendingKey, JSON.stringify(list))
  notifyListeners()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

import type { Clock } from '../clock.ts'

/** OP-C13: a missing member, a header without a token, a changed password. */
type InvalidUser = 'INVALID_USER_1' | 'INVALID_USER_2' | 'INVALID_USER_3'
export type LostReason = 'UNAUTHORIZED' | 'EXPIRED_AUTH_TOKEN' | 'INACTIVE_USER' | InvalidUser

export type FoundSession = { memberId: string } | { lost: LostReason }

/** How long an entry is valid while notices of ended sessions may be missed. */
const uncertainLifetimeMs = 2_000
const lifetimeMs = 60_000
const entriesMax = 20_000

type CachedSession = { memberId: string }
type Entry = { known: CachedSession; keptAt: number }

export type SessionCache = {
  peek: (key: string) => CachedSession | null
  /** Queries once for all who wait for the same answer, and keeps it unless a session ended meanwhile. */
  find: (key: string, ask: () => Promise<FoundSession>) => Promise<FoundSession>
  /** Drops one member's sessions, or with null all, when a notice was missed. */
  forget: (memberId: string | null) => void
}

/**
 * Spares the database a query per call for a minute; the end of a session clears its entries at once, in every
 * process. While notices may be missed, no entry is valid for longer than two seconds.
 */
export function createSessionCache(clock: Clock, isCurrent: () => boolean): SessionCache {
  const entries = new Map<string, Entry>()
  const asking = new Map<string, Promise<FoundSession>>()
  let endings = 0

  const askAndKeep = async (key: string, ask: () => Promise<FoundSession>) => {
    const endingsBefore = endings
    const found = await ask()
    // The row may have been read just before the session ended, so an answer that overlaps an ending is not kept.
    if ('memberId' in found && endings === endingsBefore) {
      dropOldest(entries)
      entries.set(key, { known: { memberId: found.memberId }, keptAt: clock.now().getTime() })
    }
    return found
  }

  return {
    peek: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return null
      const ageMs = clock.now().getTime() - entry.keptAt
      if (ageMs < uncertainLifetimeMs || (ageMs < lifetimeMs && isCurrent())) return entry.known
      entries.delete(key)
      return null
    },
    find: (key, ask) => {
      const shared = asking.get(key)
      if (shared) return shared
      const mine = askAndKeep(key, ask).finally(() => {
        if (asking.get(key) === mine) asking.delete(key)
      })
      asking.set(key, mine)
      return mine
    },
    forget: (memberId) => {
      endings += 1
      // Later callers must not receive an answer that was requested before the session ended.
      asking.clear()
      if (memberId === null) return entries.clear()
      for (const [key, entry] of entries) if (entry.known.memberId === memberId) entries.delete(key)
    },
  }
}

function dropOldest(entries: Map<string, Entry>): void {
  if (entries.size < entriesMax) return
  const oldest = entries.keys().next()
  if (!oldest.done) entries.delete(oldest.value)
}

import type { Clock } from '../clock.ts'

/** OP-C13: a member that is not there, a header that holds no token, a password that was changed. */
type InvalidUser = 'INVALID_USER_1' | 'INVALID_USER_2' | 'INVALID_USER_3'
export type LostReason = 'UNAUTHORIZED' | 'EXPIRED_AUTH_TOKEN' | 'INACTIVE_USER' | InvalidUser

export type FoundSession = { memberId: string } | { lost: LostReason }

/** What is believed while nobody can be sure to hear that a session ended. */
const unheardLifetimeMs = 2_000
const lifetimeMs = 60_000
const entriesMax = 20_000

type Known = { memberId: string }
type Entry = { known: Known; keptAt: number }

export type SessionCache = {
  peek: (key: string) => Known | null
  /** Asks once for all who wait for the same answer, and keeps it unless something ended meanwhile. */
  find: (key: string, ask: () => Promise<FoundSession>) => Promise<FoundSession>
  /** Forgets one member, or everything when it is not known what was missed. */
  forget: (memberId: string | null) => void
}

/**
 * Spares the database a query per call for a minute; the end of a session empties it at once, everywhere. While it is not
 * sure that endings are heard, nothing is believed for longer than two seconds.
 */
export function createSessionCache(clock: Clock, isHearing: () => boolean): SessionCache {
  const entries = new Map<string, Entry>()
  const asking = new Map<string, Promise<FoundSession>>()
  let endings = 0

  const askAndKeep = async (key: string, ask: () => Promise<FoundSession>) => {
    const endingsBefore = endings
    const found = await ask()
    // The row may have been read just before it was ended, so an answer that overlaps an ending is not kept.
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
      if (ageMs < unheardLifetimeMs || (ageMs < lifetimeMs && isHearing())) return entry.known
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
      // Whoever asks from now on must not be given an answer that is on its way since before.
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

import { readStored } from '#core/storage.ts'

export const pendingKey = 'pending'
/** Longer than a browser waits for any answer: by then no tab is still at it. */
const abandonedAfterMs = 90_000

/** A call that was sent with a key and has no answer yet; after a reload the page asks what became of it. */
export type Pending = {
  key: string
  route: string
  /** Which tab sent it, when, and for whom; as far as it was known. */
  tab?: string
  at?: number
  member?: string
  /** While it is not known for whom: under which login, see `sessionMark`. */
  session?: string
}

/** Apart from what changes the list, because the first page reads it and changes nothing. */
export function listPending(): Pending[] {
  try {
    const list: unknown = JSON.parse(readStored(pendingKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isPending) : []
  } catch {
    return []
  }
}

/** Whether some tab may still get an answer; what is older is asked about after a login, and a page that is loaded again loses nothing of it. */
export function isCallUnderWay(): boolean {
  const now = Date.now()
  return listPending().some((one) => !isAbandoned(one, now))
}

/** Whether no tab waits for it any more. One of a time that is still to come was noted before the clock of this device was set back. */
export function isAbandoned({ at = 0 }: Pending, nowMs: number): boolean {
  return Math.abs(nowMs - at) > abandonedAfterMs
}

function isPending(value: unknown): value is Pending {
  if (typeof value !== 'object' || value === null) return false
  const { key, route } = value as Record<string, unknown>
  return typeof key === 'string' && typeof route === 'string'
}

import { readStored } from '#core/storage.ts'

export const pendingKey = 'pending'
/** Longer than a browser waits for any answer: by then no tab is still waiting. */
const abandonedAfterMs = 90_000

/** A call that was sent with a key and has no answer yet; after a reload the page asks for its outcome. */
export type PendingCall = {
  key: string
  route: string
  /** Which tab sent it, when, and for which member, as far as known. */
  tab?: string
  at?: number
  member?: string
  /** Under which login, while the member is not known; see `sessionMark`. */
  session?: string
}

/** A file apart from the code that changes the list, because the first page only reads it. */
export function listPending(): PendingCall[] {
  try {
    const list: unknown = JSON.parse(readStored(pendingKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isPending) : []
  } catch {
    return []
  }
}

/** Whether some tab may still get an answer. Older calls are polled after a login, so a reload loses nothing. */
export function isCallUnderWay(): boolean {
  const now = Date.now()
  return listPending().some((one) => !isAbandoned(one, now))
}

/** Whether no tab waits for it any more. A time in the future was noted before this device's clock was set back. */
export function isAbandoned({ at = 0 }: PendingCall, nowMs: number): boolean {
  return Math.abs(nowMs - at) > abandonedAfterMs
}

function isPending(value: unknown): value is PendingCall {
  if (typeof value !== 'object' || value === null) return false
  const { key, route } = value as Record<string, unknown>
  return typeof key === 'string' && typeof route === 'string'
}

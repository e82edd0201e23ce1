import { readStored, removeStored, writeStored } from '#core/storage.ts'

const pendingKey = 'pending'
/** Enough for everything that one member can have under way; the oldest goes first. */
const pendingMax = 20

/** A call that was sent with a key and has no answer yet; after a reload the page asks what became of it. */
export type Pending = { key: string; route: string }

export function listPending(): Pending[] {
  try {
    const list: unknown = JSON.parse(readStored(pendingKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isPending) : []
  } catch {
    return []
  }
}

export function addPending(pending: Pending): void {
  store([...listPending(), pending].slice(-pendingMax))
}

export function removePending(key: string): void {
  store(listPending().filter((pending) => pending.key !== key))
}

function store(list: readonly Pending[]): void {
  if (list.length === 0) removeStored(pendingKey)
  else writeStored(pendingKey, JSON.stringify(list))
}

function isPending(value: unknown): value is Pending {
  if (typeof value !== 'object' || value === null) return false
  const { key, route } = value as Record<string, unknown>
  return typeof key === 'string' && typeof route === 'string'
}

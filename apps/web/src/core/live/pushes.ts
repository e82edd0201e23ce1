import type { Push, PushName } from '@kapao/contract/events'

export type NamedPush = { [N in PushName]: { name: N; push: Push<N> } }[PushName]

const listeners = new Set<(pushed: NamedPush) => void>()

/**
 * Subscribes to the server's pushes to this page; returns a function that unsubscribes. Nothing may depend on a push:
 * it can be late or lost.
 */
export function onPush(listener: (pushed: NamedPush) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitPush(pushed: NamedPush): void {
  for (const listener of listeners) listener(pushed)
}

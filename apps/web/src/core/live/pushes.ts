import type { Push, PushName } from '@kapao/contract/events'

export type NamedPush = { [N in PushName]: { name: N; push: Push<N> } }[PushName]

const listeners = new Set<(pushed: NamedPush) => void>()

/** Hears what the server pushes to this page; answers how to stop. Nothing may depend on a push: it can be late or lost. */
export function onPush(listener: (pushed: NamedPush) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellPush(pushed: NamedPush): void {
  for (const listener of listeners) listener(pushed)
}

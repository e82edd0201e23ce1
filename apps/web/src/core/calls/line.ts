type CallLine = {
  /** Called with the answer of every call, once somebody follows them (core/start/line-watch.ts). */
  follow?: (answer: Promise<Response>) => void
  /** What is said while nothing is answered although there is a connection; empty otherwise. */
  words: string
  listeners: Set<() => void>
}

export const line: CallLine = { words: '', listeners: new Set() }

export function subscribeToLine(listener: () => void): () => void {
  line.listeners.add(listener)
  return () => line.listeners.delete(listener)
}

export const lineWords = (): string => line.words

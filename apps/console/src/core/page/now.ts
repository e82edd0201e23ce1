import { useSyncExternalStore } from 'react'

const tickMs = 15_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for all ages on the page, so that they change together. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

export function nowMs(): number {
  return Date.now()
}

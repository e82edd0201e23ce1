import { useSyncExternalStore } from 'react'

type TouchRequest = { answer: (isGiven: boolean) => void }

let asking: TouchRequest | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function show(next: TouchRequest | null): void {
  asking = next
  for (const listener of listeners) listener()
}

/** Asks for a fresh touch; several calls that need one at the same time share it. */
export function askTouch(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    show({
      answer: (isGiven) => {
        asked = null
        show(null)
        resolve(isGiven)
      },
    })
  })
  return asked
}

export function useTouchAsked(): TouchRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asking,
  )
}

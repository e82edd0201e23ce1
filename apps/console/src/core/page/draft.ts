import { useState } from 'react'

const prefix = 'draft:'

/** A draft survives a reload of the tab, and is gone when the tab is closed. */
export function useDraft(name: string): [text: string, write: (text: string) => void] {
  const [kept, keep] = useState({ name, text: readDraft(name) })
  // A different subject has its own draft, from its first render on.
  const text = kept.name === name ? kept.text : readDraft(name)
  return [
    text,
    (next) => {
      writeDraft(name, next)
      keep({ name, text: next })
    },
  ]
}

export function readDraft(name: string): string {
  return sessionStorage.getItem(prefix + name) ?? ''
}

export function writeDraft(name: string, text: string): void {
  if (text === '') sessionStorage.removeItem(prefix + name)
  else sessionStorage.setItem(prefix + name, text)
}

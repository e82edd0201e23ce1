import { useState } from 'react'

const prefix = 'draft:'

/** Words that were not sent survive a reload of the tab, and end with it. */
export function useDraft(name: string): [text: string, write: (text: string) => void] {
  const [kept, keep] = useState({ name, text: readDraft(name) })
  // Another subject has its own words, from its first drawing on.
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

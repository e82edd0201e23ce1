import { useSyncExternalStore } from 'react'
import styles from './feedback.module.css'

type Toast = { id: number; text: string }

const shownMs = 5_000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Briefly reports what has happened; nothing that must be read is shown only here. */
export function showToast(text: string): void {
  last += 1
  const id = last
  show([...toasts.slice(-2), { id, text }])
  setTimeout(() => show(toasts.filter((toast) => toast.id !== id)), shownMs)
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <p key={id} className={styles.toast}>
          {text}
        </p>
      ))}
    </div>
  )
}

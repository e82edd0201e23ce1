import { useSyncExternalStore, type ReactNode } from 'react'
import styles from './feedback.module.css'

type Toast = { id: number; drawn: ReactNode; isKept: boolean }

const shownMs = 5_000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a line at the foot of the screen, whatever screen that is, until it closes itself or its time is over. */
export function showLine(draw: (close: () => void) => ReactNode, forMs: number): void {
  add(draw, { forMs, isKept: true })
}

/** Only what merely reports gives way to newer ones: a line with a button is there as long as it has promised. */
function add(
  draw: (close: () => void) => ReactNode,
  { forMs, isKept }: { forMs: number; isKept: boolean },
): void {
  last += 1
  const id = last
  const close = (): void => show(toasts.filter((toast) => toast.id !== id))
  const newest = toasts.slice(-2)
  const staying = toasts.filter((toast) => toast.isKept || newest.includes(toast))
  show([...staying, { id, drawn: draw(close), isKept }])
  setTimeout(close, forMs)
}

/** Briefly reports what has happened; nothing that must be read is shown only here. */
export function showToast(text: string): void {
  add(() => <p className={styles.toast}>{text}</p>, { forMs: shownMs, isKept: false })
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
      {shown.map(({ id, drawn }) => (
        <div key={id}>{drawn}</div>
      ))}
    </div>
  )
}

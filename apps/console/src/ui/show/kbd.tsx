import type { ReactNode } from 'react'
import styles from './show.module.css'

/** A key of the keyboard; its element announces it by `aria-keyshortcuts`. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className={styles.kbd} aria-hidden="true" translate="no">
      {children}
    </kbd>
  )
}

import type { ReactNode } from 'react'
import styles from './long-read.module.css'

/**
 * Text that may be longer than a sheet and contains no button: it takes focus, so that keyboard users can scroll it by
 * the arrow keys.
 */
export function LongRead({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
    <div className={styles.read} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

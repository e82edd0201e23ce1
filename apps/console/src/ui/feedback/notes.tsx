import type { ReactNode } from 'react'
import styles from './feedback.module.css'

/** Reports a failure and what can be done about it. */
export function FaultNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.fault} role="alert">
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Information to read before continuing. */
export function WaitNote({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <div className={styles.note} id={id}>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { Meter } from './meter.tsx'
import styles from './lock-note.module.css'

export type LockNoteProps = {
  label?: string | undefined
  /** Says it in one sentence: what is locked, and until when. */
  title: ReactNode
  /** Small print below it. */
  children?: ReactNode
  meter?: { label: string; value: number; max: number; words: string } | undefined
  /** The way on. */
  action?: ReactNode
  /** What was required is reached. */
  isMet?: boolean
}

/** Says before anything is sent, at every place where money gets locked, that it does, and how far its end is. */
export function LockNote({ label, title, children, meter, action, isMet }: LockNoteProps) {
  return (
    <section className={styles.note} aria-label={label} data-met={isMet || undefined}>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {meter && (
        <>
          <Meter label={meter.label} max={meter.max} value={meter.value} />
          <p className={styles.quiet}>{meter.words}</p>
        </>
      )}
      {action}
    </section>
  )
}

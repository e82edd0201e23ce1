import { standingOf } from './standing.ts'
import { useStatementText } from '../text/statement-text.ts'
import styles from './status-pill.module.css'

/** A status in words; the color only helps. */
export function StatusPill({ status }: { status: string }) {
  const standing = standingOf(status)
  return (
    <span className={styles.pill} data-standing={standing}>
      {useStatementText().status[standing]}
    </span>
  )
}

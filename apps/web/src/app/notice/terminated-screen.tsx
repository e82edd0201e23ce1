import { useEffect } from 'react'
import { useText } from '#core/i18n.tsx'
import styles from './notice-screen.module.css'

/** The whole service has ended: no menu, no call, no way on. */
export function TerminatedScreen() {
  const text = useText().terminated

  useEffect(() => {
    document.title = 'Page not found'
    // Only the check of the login, which finds out that the service is back, removes this.
    document.body.classList.add('terminated')
  }, [])

  return (
    <main className={styles.page}>
      <ClosedShutter />
      <h1 className={styles.title}>{text.sentence}</h1>
    </main>
  )
}

/** A shop with its shutter down. */
function ClosedShutter() {
  return (
    <svg className={styles.picture} viewBox="0 0 160 112" aria-hidden="true" focusable="false">
      <path className={styles.fold} d="M30 22h100v78H30z" />
      <path className={styles.stitch} d="M42 40h76M42 54h76M42 68h76M42 82h76" />
      <path className={styles.line} d="M22 22h116M20 100h120" />
      <circle className={styles.spark} cx="80" cy="92" r="3" />
    </svg>
  )
}

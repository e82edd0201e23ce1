import { createPortal } from 'react-dom'
import type { AppPath } from '#shared/paths.ts'
import styles from './menu-mark.module.css'

const shownMax = 9

/** A number at an entry of the menu, which is read aloud with it. */
export function MenuMark({ at, count, label }: { at: AppPath; count: number; label: string }) {
  const entry = document.querySelector(`nav a[href="${at}"]`)
  if (count === 0 || !entry) return null
  return createPortal(
    <b className={styles.mark}>
      <b aria-hidden="true">{count > shownMax ? `${shownMax}+` : count}</b>
      <b className={styles.hidden}>, {label}</b>
    </b>,
    entry,
  )
}

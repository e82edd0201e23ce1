import styles from './icon.module.css'

/** A line drawing on a grid of 24; decorative, so its parent must also have a text. */
export function Icon({ path, filled = false }: { path: string; filled?: boolean }) {
  return (
    <svg
      className={filled ? styles.filled : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

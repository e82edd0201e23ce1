import styles from './icon.module.css'

/** A drawing of lines on a grid of 24; decoration, so whatever carries it also says it in words. */
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

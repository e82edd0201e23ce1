import styles from './skeleton.module.css'

/** A placeholder for content that is loading; the screen's text says so. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'title' | 'card' | 'square' }) {
  return <span className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />
}

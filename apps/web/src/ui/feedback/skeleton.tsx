import styles from './skeleton.module.css'

/** The shape of what is on its way; the words of the screen say that it is loading. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'title' | 'card' | 'square' }) {
  return <span className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />
}

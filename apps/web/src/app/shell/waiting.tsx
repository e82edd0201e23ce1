import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './waiting.module.css'

/** The rough shape of any screen, while its file is loading. */
export function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton shape="title" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  )
}

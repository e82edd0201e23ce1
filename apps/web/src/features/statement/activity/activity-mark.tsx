import { Icon } from '@kapao/ui/icons/icon.tsx'
import type { Row } from '../queries.ts'
import { directionOf, iconOf } from './activity.ts'
import styles from './activity-mark.module.css'

/** The kind of a row, in the color of its money's direction. */
export function ActivityMark({ row }: { row: Row }) {
  return (
    <span className={styles.mark} data-direction={directionOf(row)}>
      <Icon path={iconOf(row)} />
    </span>
  )
}

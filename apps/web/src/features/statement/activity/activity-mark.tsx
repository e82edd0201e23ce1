import { Icon } from '@kapao/ui/icons/icon.tsx'
import type { Row } from '../queries.ts'
import { flowOf, iconOf } from './activity.ts'
import styles from './activity-mark.module.css'

/** The kind of a row; in green or red where money comes or leaves. */
export function ActivityMark({ row }: { row: Row }) {
  return (
    <span className={styles.mark} data-direction={flowOf(row)}>
      <Icon path={iconOf(row)} />
    </span>
  )
}

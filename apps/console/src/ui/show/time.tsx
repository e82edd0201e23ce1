import { formatAge, formatShort, formatWhole } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { useNow } from '#core/page/now.ts'
import styles from './show.module.css'

/** Short, in Bangkok; the whole of it with its zone is in the hint. */
export function Time({ at }: { at: string }) {
  const text = useText()
  const now = useNow()
  return (
    <time className={styles.time} dateTime={at} title={formatWhole(at)}>
      {formatShort(at, now, text.desk.months)}
    </time>
  )
}

/** Whole, with the zone, where a second may decide. */
export function WholeTime({ at }: { at: string }) {
  return (
    <time className={styles.time} dateTime={at}>
      {formatWhole(at)}
    </time>
  )
}

/** How long ago, in the largest unit. */
export function Age({ since }: { since: string }) {
  const text = useText()
  const now = useNow()
  return (
    <time className={styles.time} dateTime={since} title={formatWhole(since)}>
      {formatAge(since, now, text.desk.age)}
    </time>
  )
}

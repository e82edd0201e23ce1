import { formatAge, formatShort, formatWhole } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { useNow } from '#core/page/now.ts'
import styles from './show.module.css'

/** A short time in Bangkok; the full one with its zone is in the tooltip. */
export function Time({ at }: { at: string }) {
  const text = useText()
  const now = useNow()
  return (
    <time className={styles.time} dateTime={at} title={formatWhole(at)}>
      {formatShort(at, now, text.desk.months)}
    </time>
  )
}

/** A full time with its zone, for where a second may matter. */
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

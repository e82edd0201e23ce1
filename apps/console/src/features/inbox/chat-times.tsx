import { useQuery } from '@tanstack/react-query'
import { minuteMs } from '@kapao/contract/times'
import { formatSeconds } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import styles from './inbox.module.css'

const everyMs = 5 * minuteMs

/** How long customers have waited, over seven days. */
export function ChatTimes() {
  const text = useText()
  const { inbox, desk } = text
  const { data } = useQuery({
    ...reading('GET /api/console/inbox/times'),
    staleTime: everyMs,
  })
  if (!data) return null
  const say = (seconds: number | null): string =>
    seconds === null ? inbox.noTimes : formatSeconds(seconds, desk.age)
  const both = ({ median, p90 }: { median: number | null; p90: number | null }): string =>
    median === null ? inbox.noTimes : `${say(median)} (${inbox.p90} ${say(p90)})`
  return (
    <div className={styles.times}>
      <p>
        {inbox.times}: {inbox.talks(data.talks)}
      </p>
      <p>
        {inbox.firstAnswer}: {both(data.firstAnswerSeconds)}
      </p>
      <p>
        {inbox.solved}: {both(data.solvedSeconds)}
      </p>
    </div>
  )
}

import styles from './percents.module.css'

/** What a reward that is earned is bound to, in the operator's two percentages. */
export type PercentWords = {
  free: string
  success: string
  successNote: string
  fail: string
  failNote: string
}

type PercentsProps = { success: number; fail: number; words: PercentWords }

/** INV-09: what comes with a reward, in the operator's two percentages; above zero, or there is no condition. */
export function Percents({ success, fail, words }: PercentsProps) {
  if (success <= 0) return <p className={styles.free}>{words.free}</p>
  return (
    <dl className={styles.percents}>
      <Percent name={words.success} percent={success} note={words.successNote} />
      <Percent name={words.fail} percent={fail} note={words.failNote} />
    </dl>
  )
}

function Percent({ name, percent, note }: { name: string; percent: number; note: string }) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{percent}%</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}

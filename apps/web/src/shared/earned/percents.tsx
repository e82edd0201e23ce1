import styles from './percents.module.css'

/** The condition of an earned reward, in the operator's two percentages. */
export type PercentWords = {
  free: string
  success: string
  successNote: string
  fail: string
  failNote: string
}

type PercentsProps = { success: number; fail: number; words: PercentWords }

/**
 * INV-09: the condition of a reward, in the operator's two percentages; if `success` is not above zero, there is none.
 */
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

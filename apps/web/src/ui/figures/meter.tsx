import styles from './meter.module.css'

type MeterProps = { label: string; max: number; value: number }

/** A progress bar; values are clamped to the range from 0 to `max`. */
export function Meter({ label, max, value }: MeterProps) {
  const shown = Math.max(0, Math.min(value, max))
  return <progress className={styles.meter} aria-label={label} max={max} value={shown} />
}

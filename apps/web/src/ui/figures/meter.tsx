import styles from './meter.module.css'

type MeterProps = { label: string; max: number; value: number }

/** How far something has come; what is below nothing or above all is shown as these. */
export function Meter({ label, max, value }: MeterProps) {
  const shown = Math.max(0, Math.min(value, max))
  return <progress className={styles.meter} aria-label={label} max={max} value={shown} />
}

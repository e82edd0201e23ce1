import styles from './split-bar.module.css'

export type Share = {
  label: string
  amount: number
  /** As shown in the legend. */
  figure: string
  percent: string
}

const width = 1000
/** Even a small share must be visible. */
const narrowest = 12
const gap = 6

/**
 * The parts of a whole: a thin bar of colors, and a legend with the same in words. On a phone the legend is one line
 * that scrolls sideways, so that ten parts are as high as one.
 */
export function SplitBar({ label, shares }: { label: string; shares: readonly Share[] }) {
  return (
    <div className={styles.split}>
      <svg
        className={styles.bar}
        viewBox={`0 0 ${width} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {spansOf(shares.map(({ amount }) => amount)).map(({ x, length }, place) => (
          <rect
            key={shares[place]?.label}
            className={styles.span}
            data-place={place}
            x={x}
            width={length}
            height="10"
          />
        ))}
      </svg>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what slides has to be reached by the keyboard */}
      <ul className={styles.legend} aria-label={label} tabIndex={0}>
        {shares.map((share, place) => (
          <li key={share.label} className={styles.entry}>
            <span className={styles.dot} data-place={place} aria-hidden="true" />
            <span className={styles.label}>{share.label}</span>
            <span className={styles.figure}>{share.figure}</span>
            <span className={styles.percent}>{share.percent}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The start and length of each part, with a gap between neighbours; empty parts have no length. */
export function spansOf(amounts: readonly number[]): { x: number; length: number }[] {
  const weights = amounts.map((amount) => Math.max(0, amount))
  const whole = weights.reduce((sum, one) => sum + one, 0)
  const seen = weights.filter((one) => one > 0).length
  if (whole === 0) return weights.map(() => ({ x: 0, length: 0 }))
  const room = width - gap * (seen - 1) - narrowest * seen
  let x = 0
  return weights.map((weight) => {
    if (weight === 0) return { x, length: 0 }
    const length = narrowest + (room * weight) / whole
    const span = { x, length }
    x += length + gap
    return span
  })
}

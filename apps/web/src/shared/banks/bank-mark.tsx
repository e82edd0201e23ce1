import styles from './bank-mark.module.css'

/** The codes with a drawing at `/banks/<code>.svg`. */
const drawn = new Set(
  'KBANK SCB BBL KTB BAY TMB GSB BAAC BCEL LDB JDB WW PAYONEX PAYTIMZ ZPAY wallet'.split(' '),
)

/**
 * The mark of a bank or a gateway; one that an operator adds is a circle with its code. Decorative: the name is beside
 * it.
 */
export function BankMark({ code, isSmall = false }: { code: string; isSmall?: boolean }) {
  if (drawn.has(code))
    return (
      <img
        className={styles.mark}
        data-small={isSmall || undefined}
        src={`/banks/${code}.svg`}
        alt=""
        width="44"
        height="44"
      />
    )
  const letters = lettersOf(code)
  return (
    <span className={styles.circle} data-small={isSmall || undefined} aria-hidden="true">
      <svg viewBox="0 0 44 44" focusable="false">
        <text
          x="22"
          y="22"
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={sizeOf(letters)}
        >
          {letters}
        </text>
      </svg>
    </span>
  )
}

const lettersMax = 5

/** More letters would be illegible in a small circle: GHBANK becomes GH, and PAYLATER becomes PR. */
function lettersOf(code: string): string {
  const name = code.replace(/^(..+)BANK$/, '$1')
  return name.length > lettersMax ? `${name.at(0)}${name.at(-1)}` : name
}

/** Longer codes are smaller, so that all of them fit the circle. */
function sizeOf(code: string): number {
  return Math.min(15, 56 / Math.max(1, code.length))
}

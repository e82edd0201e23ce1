import styles from './wallet-mark.module.css'

/** The mark of the product: a wallet with a card and a coin. Decoration: the name beside it says the same. */
export function WalletMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 160 160" aria-hidden="true" focusable="false">
      <ellipse className={styles.shade} cx="80" cy="145" rx="52" ry="6" />
      <g className={styles.coin}>
        <circle className={styles.coinEdge} cx="106" cy="41" r="23" />
        <circle className={styles.coinFace} cx="106" cy="39" r="23" />
        <circle className={styles.coinRing} cx="106" cy="39" r="16.5" />
        <path className={styles.coinSign} d="M106 30.5v17M101 35l5-4.5 5 4.5" />
      </g>
      <rect className={styles.cardBack} x="31" y="38" width="70" height="54" rx="9" />
      <rect className={styles.cardStripe} x="31" y="49" width="70" height="8" />
      <rect className={styles.body} x="18" y="62" width="124" height="80" rx="20" />
      <path
        className={styles.lip}
        d="M18 82a20 20 0 0 1 20-20h84a20 20 0 0 1 20 20v3a17 17 0 0 0-17-13H35a17 17 0 0 0-17 13z"
      />
      <path className={styles.seam} d="M32 129.5h96" />
      <path
        className={styles.strap}
        d="M142 88h-29a15 15 0 0 0 0 30h29a6 6 0 0 0 6-6V94a6 6 0 0 0-6-6z"
      />
      <circle className={styles.clasp} cx="115" cy="103" r="6" />
    </svg>
  )
}

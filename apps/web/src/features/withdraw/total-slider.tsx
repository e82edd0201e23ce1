import { formatAmount, formatMoney } from '#core/format.ts'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import type { Withdrawable } from './queries.ts'
import styles from './total-slider.module.css'

type TotalSliderProps = { wallet: Wallet; withdrawable: Withdrawable }

/** What can be withdrawn, what not yet, and by swiping, the places where it is. Only active accounts count (OP-A03). */
export function TotalSlider({ wallet, withdrawable: { amount, notYet } }: TotalSliderProps) {
  const text = useWithdrawText()
  const { home } = useMemberText()
  const units = useVisitorText().currency
  const money = (amount: number): string => formatMoney(amount, wallet.currency, units)
  const games = wallet.slots.filter(({ isActive, amount }) => isActive && amount > 0)
  return (
    <div className={styles.block}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keys, too */}
      <ul className={styles.slider} tabIndex={0} aria-label={text.places}>
        <li className={styles.card} data-whole="true">
          <span className={styles.label}>{text.total}</span>
          <span className={styles.figure}>
            {formatAmount(amount)} <span className={styles.unit}>{units[wallet.currency]}</span>
          </span>
          {notYet > 0 && (
            <span className={styles.label}>
              {text.notYet(money(notYet), money(sumAmounts([amount, notYet])))}
            </span>
          )}
        </li>
        {games.length > 0 && (
          <li className={styles.card}>
            <span className={styles.label}>{home.wallet}</span>
            <span className={styles.figure}>{formatAmount(wallet.wallet.amount)}</span>
          </li>
        )}
        {games.map(({ code, name, amount }) => (
          <li key={code} className={styles.card}>
            <span className={styles.label}>{name}</span>
            <span className={styles.figure}>{formatAmount(amount)}</span>
          </li>
        ))}
      </ul>
      {games.length > 0 && <p className={styles.gathered}>{text.gathered}</p>}
    </div>
  )
}

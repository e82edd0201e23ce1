import type { Wallet } from '#shared/wallet/wallet.ts'
import { formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import styles from './figures.module.css'

export type Figure = {
  name: string
  figure: string
  /** The calculation, in small print. */
  note?: string | undefined
  weight?: 'sum' | 'loss'
}

/** Labels with their figures, line by line, the figures aligned. */
export function Figures({ label, figures }: { label?: string; figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures} aria-label={label}>
      {figures.map(({ name, figure, note, weight }) => (
        <div key={name} className={styles.line} data-weight={weight}>
          <dt>{name}</dt>
          <dd>
            <span>{figure}</span>{' '}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function useMoney(currency: Wallet['currency']): (amount: number) => string {
  const units = useVisitorText().currency
  return (amount) => formatMoney(amount, currency, units)
}

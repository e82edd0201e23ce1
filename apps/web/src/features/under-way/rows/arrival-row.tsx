import { useEffect, useState, type ReactNode } from 'react'
import { formatDateTime, formatMoney, formatCoins } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { isArrivalSeen, noteArrivalSeen } from '#shared/wallet/arrival-seen.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { useUnderWayText } from '../text/under-way-text.ts'
import type { UnderWay } from '#shared/wallet/under-way.ts'
import styles from './row.module.css'

export type ArrivalRowProps = {
  arrived: NonNullable<UnderWay['arrived']>
  wallet: Wallet
  renderReceipt: (seq: number, close: () => void) => ReactNode
}

/** Cut from DD/MM/YYYY HH:mm:ss. */
const timeOf = (instant: string): string => formatDateTime(Date.parse(instant)).slice(-8, -3)

/** Good news, once: a deposit that has arrived, until it is closed or home is left. */
export function ArrivalRow({ arrived, wallet, renderReceipt }: ArrivalRowProps) {
  const text = useUnderWayText()
  const units = useMemberText().currency
  const { _id: id, seq, amount, coins, creditedAt } = arrived
  const [shown, setShown] = useState<'row' | 'receipt' | null>(() =>
    isArrivalSeen(id) ? null : 'row',
  )
  useEffect(() => noteArrivalSeen(id), [id])
  if (shown === null) return null
  const title = text.arrived(formatMoney(amount, wallet.currency, units))
  return (
    <section className={styles.card} data-kind="plus" aria-label={text.arrival}>
      <button type="button" className={styles.open} onClick={() => setShown('receipt')}>
        <span className={styles.icon}>
          <Icon path={checkIcon} />
        </span>
        <span role="status" className={styles.words}>
          <span className={styles.stage}>{title}</span>
          <span className={styles.quiet}>
            {coins > 0 && `${text.withCoins(formatCoins(coins, units))} · `}
            {timeOf(creditedAt)} · <span className={styles.way}>{text.receipt}</span>
          </span>
        </span>
      </button>
      <IconButton label={text.withdrawal.read} path={closeIcon} onClick={() => setShown(null)} />
      {shown === 'receipt' && renderReceipt(seq, () => setShown('row'))}
    </section>
  )
}

import { formatDateTime } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { CopyRow } from '#ui/layout/copy-row.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { waitsForBonus, type Row } from './arrivals.ts'
import styles from './receipt.module.css'

type ReceiptProps = {
  row: Row
  wallet: Wallet
  /** The source, in the member's words. */
  from: string
}

/** What has arrived, and where it is now: in the wallet, or with us because something blocks it. */
export function Receipt({ row, wallet, from }: ReceiptProps) {
  const text = useDepositText().receipt
  const { currency: units, copied } = useVisitorText()
  const isCredited = row.status === 'SUCCESS'
  return (
    <div className={styles.receipt} data-state={isCredited ? 'credited' : 'held'}>
      <div className={styles.head} role="status">
        <span className={styles.mark}>
          <Icon path={isCredited ? checkIcon : waitIcon} />
        </span>
        <p>
          <MoneyText
            amount={row.amount}
            unit={units[row.currency]}
            {...(isCredited ? { direction: 'in' as const } : {})}
            size="total"
          />
        </p>
        <p className={styles.words}>
          {isCredited ? text.title : waitsForBonus(row) ? text.bonus : text.review}
        </p>
      </div>
      <dl className={styles.facts}>
        <dt>{text.from}</dt>
        <dd>{from}</dd>
        <dt>{text.at}</dt>
        <dd>{formatDateTime(Date.parse(row.createdAt))}</dd>
        {isCredited && (
          <>
            <dt>{text.wallet}</dt>
            <dd>
              <MoneyText amount={wallet.wallet.amount} unit={units[wallet.currency]} />
            </dd>
          </>
        )}
      </dl>
      <CopyRow
        label={text.reference}
        value={formatReference(row._id)}
        copied={row._id}
        words={copied}
      />
    </div>
  )
}

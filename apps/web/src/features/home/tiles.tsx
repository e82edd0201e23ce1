import type { ReactNode } from 'react'
import { formatAmount, formatMoney } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { coinIcon, friendsIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './tiles.module.css'

/** What the member has besides money. */
export function Tiles({
  wallet,
  isFailed,
  onReceive,
}: {
  wallet: Wallet | undefined
  /** Nothing is known, and nothing is being loaded. */
  isFailed: boolean
  onReceive: (() => void) | null
}) {
  const text = useMemberText().home
  const units = useMemberText().currency
  const unknown = isFailed ? '–' : undefined
  return (
    <dl className={styles.tiles}>
      <Tile
        icon={coinIcon}
        label={text.coin}
        figure={wallet ? `${formatAmount(wallet.profile.coin)}\u00A0${units.COIN}` : unknown}
      />
      <Tile
        icon={friendsIcon}
        label={text.referral}
        figure={wallet ? formatMoney(wallet.invite.amount, wallet.currency, units) : unknown}
      >
        {onReceive && (
          <button
            type="button"
            className={styles.receive}
            disabled={!wallet || wallet.invite.amount <= 0}
            onClick={onReceive}
          >
            {text.receive}
          </button>
        )}
      </Tile>
    </dl>
  )
}

function Tile({
  icon,
  label,
  figure,
  children,
}: {
  icon: string
  label: string
  figure: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        <Icon path={icon} />
        {label}
      </dt>
      <dd className={styles.figure}>
        {figure ?? <Skeleton />}
        {children}
      </dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import { formatAmount, formatMoney } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { readLastBalance } from '#core/session/last-balance.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { coinIcon, friendsIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './tiles.module.css'

/** What the member has besides money; without an answer, the last known figures. */
export function Tiles({
  wallet,
  onReceive,
}: {
  wallet: Wallet | undefined
  onReceive: (() => void) | null
}) {
  const text = useMemberText().home
  const units = useMemberText().currency
  const { coin, referral, currency } = wallet
    ? { coin: wallet.profile.coin, referral: wallet.invite.amount, currency: wallet.currency }
    : (readLastBalance() ?? { coin: null, referral: null, currency: 'BAHT' as const })
  return (
    <dl className={styles.tiles}>
      <Tile
        icon={coinIcon}
        label={text.coin}
        figure={coin === null ? '–' : `${formatAmount(coin)}\u00A0${units.COIN}`}
      />
      <Tile
        icon={friendsIcon}
        label={text.referral}
        figure={referral === null ? '–' : formatMoney(referral, currency, units)}
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
  figure: string
  children?: ReactNode
}) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        <Icon path={icon} />
        {label}
      </dt>
      <dd className={styles.figure}>
        {figure}
        {children}
      </dd>
    </div>
  )
}

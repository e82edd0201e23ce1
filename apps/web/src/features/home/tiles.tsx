import { formatAmount, formatMoney } from '#core/format.ts'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { coinIcon, friendsIcon } from '#ui/icons/more-icons.ts'
import styles from './tiles.module.css'

/** What the member has beside money. */
export function Tiles({ wallet }: { wallet: Wallet | undefined }) {
  const text = useMemberText().home
  const units = useVisitorText().currency
  return (
    <dl className={styles.tiles}>
      <Tile
        icon={coinIcon}
        label={text.coin}
        figure={wallet && `${formatAmount(wallet.profile.coin)} ${units.COIN}`}
      />
      <Tile
        icon={friendsIcon}
        label={text.referral}
        figure={wallet && formatMoney(wallet.invite.amount, wallet.currency, units)}
      />
    </dl>
  )
}

function Tile({
  icon,
  label,
  figure,
}: {
  icon: string
  label: string
  figure: string | undefined
}) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        <Icon path={icon} />
        {label}
      </dt>
      <dd className={styles.figure}>{figure ?? <Skeleton />}</dd>
    </div>
  )
}

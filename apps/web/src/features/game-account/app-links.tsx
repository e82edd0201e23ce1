import { useMemberText } from '#core/i18n.tsx'
import type { GameAccount } from '#shared/wallet/wallet.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { linkOutIcon } from '@kapao/ui/icons/more-icons.ts'
import { isWebAddress } from './launch/launch.ts'
import styles from './app-links.module.css'

/** Links to the game's own apps, for the phones that it supports. */
export function AppLinks({ game }: { game: Pick<GameAccount, 'android' | 'ios'> }) {
  const text = useMemberText().games
  const links = [
    { label: text.android, address: game.android },
    { label: text.ios, address: game.ios },
  ].filter((link) => isWebAddress(link.address))
  if (links.length === 0) return null
  return (
    <div className={styles.apps}>
      <h3 className={styles.title}>{text.apps}</h3>
      <p className={styles.links}>
        {links.map(({ label, address }) => (
          <a
            key={label}
            className={styles.link}
            href={address ?? ''}
            target="_blank"
            rel="noopener noreferrer"
          >
            {label}
            <Icon path={linkOutIcon} />
          </a>
        ))}
      </p>
    </div>
  )
}

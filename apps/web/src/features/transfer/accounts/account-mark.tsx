import { GamePicture } from '#shared/games/game-picture.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { walletIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './account-choice.module.css'
import type { Account } from './accounts.ts'

/** The game's own picture, or the wallet's. Decorative: the name is beside it. */
export function AccountMark({ account }: { account: Account }) {
  if (account.group !== null)
    return <GamePicture game={{ ...account, background: '' }} size="chip" />
  return (
    <span className={styles.wallet} aria-hidden="true">
      <Icon path={walletIcon} />
    </span>
  )
}

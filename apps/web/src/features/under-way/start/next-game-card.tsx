import { formatMoney } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { GamePicture } from '#shared/games/game-picture.tsx'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useUnderWayText } from '../text/under-way-text.ts'
import type { NextGame } from './next-game.ts'
import styles from './start.module.css'

type NextGameCardProps = NextGame & { currency: Wallet['currency']; onOpen: () => void }

/** The way back to where one was; its money is named only if there is some. */
export function NextGameCard({ game, isRecent, currency, onOpen }: NextGameCardProps) {
  const text = useUnderWayText().next
  const { games, currency: units } = useMemberText()
  return (
    <button type="button" className={styles.next} aria-haspopup="dialog" onClick={onOpen}>
      <GamePicture game={game} size="row" />
      <span className={styles.words}>
        <span className={styles.name}>
          {isRecent ? text.again(game.name) : games.invite(game.name)}
        </span>
        {game.amount > 0 && (
          <span className={styles.quiet}>
            {text.there(formatMoney(game.amount, currency, units))}
          </span>
        )}
      </span>
      <span className={styles.play} aria-hidden="true">
        {games.play}
      </span>
    </button>
  )
}

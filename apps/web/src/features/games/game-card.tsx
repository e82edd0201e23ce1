import { formatAgo, formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { convertedOf, staleSince } from '#shared/games/figures.ts'
import { GamePicture } from '#shared/games/game-picture.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'
import styles from './game-card.module.css'

type GameCardProps = {
  game: GameAccount
  currency: Wallet['currency']
  now: number
  onOpen: () => void
}

/** A game with the member's balance in it, or with the invitation to open an account. */
export function GameCard({ game, currency, now, onOpen }: GameCardProps) {
  const { games: text, ago } = useMemberText()
  const units = useMemberText().currency
  const since = staleSince(game, now)
  return (
    <button
      type="button"
      className={styles.card}
      data-active={game.isActive}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <GamePicture game={game} />
      {(game.isClosed || since !== null) && (
        <span className={styles.age}>
          {game.isClosed ? text.shut : formatAgo(since!, now, ago)}
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name}>{game.name}</span>
        {game.isActive ? (
          <>
            <span className={styles.amount}>
              <MoneyText amount={game.amount} unit={units[currency]} />
            </span>
            <span className={styles.converted}>
              {text.converted(formatAmount(convertedOf(game)))}
            </span>
          </>
        ) : (
          <span className={styles.open}>{text.open}</span>
        )}
      </span>
    </button>
  )
}

import { useState } from 'react'
import type { GameAccount } from '#shared/wallet/wallet.ts'
import styles from './game-picture.module.css'

type GamePictureProps = {
  game: Pick<GameAccount, 'name' | 'logo' | 'background'>
  /** Only `card` has the background; the others are just the logo. */
  size?: 'card' | 'row' | 'chip'
}

/**
 * The provider's logo on its background; the first letter if the picture is missing. Decorative: the name is beside it.
 */
export function GamePicture({ game, size = 'card' }: GamePictureProps) {
  return (
    <span className={styles.picture} data-size={size} aria-hidden="true">
      {size === 'card' && (
        <Drawing key={game.background} src={game.background} className={styles.back} />
      )}
      <Drawing
        key={game.logo}
        src={game.logo}
        className={styles.logo}
        instead={<span className={styles.letter}>{game.name.slice(0, 1)}</span>}
      />
    </span>
  )
}

type DrawingProps = { src: string; className: string | undefined; instead?: React.ReactNode }

function Drawing({ src, className, instead = null }: DrawingProps) {
  const [isMissing, setMissing] = useState(src === '')
  if (isMissing) return instead
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => setMissing(true)}
    />
  )
}

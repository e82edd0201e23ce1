import { useState } from 'react'
import { useBonusText } from '../text/bonus-text.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import { MarkupWords } from '#ui/carousel/markup-words.tsx'
import type { Bonus } from '#shared/bonus/queries.ts'
import styles from './bonus-card.module.css'
import { stateOfCard, timesReceived } from './card-state.ts'

type BonusCardProps = { bonus: Bonus; nowMs: number; onOpen: () => void }

/** A bonus on its own banner: the active one, one that was received, or one that can be received. */
export function BonusCard({ bonus, nowMs, onOpen }: BonusCardProps) {
  const { cards: text, types } = useBonusText()
  const state = stateOfCard(bonus, nowMs)
  const [banner] = bonus.banners
  const times = text.times[bonus.type](timesReceived(bonus, nowMs), bonus.maxReceived)
  return (
    <button
      type="button"
      className={`${styles.ground} ${styles.card}`}
      data-state={state}
      disabled={state === 'received'}
      onClick={onOpen}
    >
      {banner && <Background key={banner.image} source={banner.image} />}
      <span className={styles.words}>
        <span className={styles.name}>
          {banner?.html ? <MarkupWords markup={banner.html} fallback={bonus.code} /> : bonus.code}
        </span>
        <span className={styles.note}>
          {types[bonus.type]} · {times}
        </span>
      </span>
      {state !== 'open' && (
        <span className={styles.mark}>
          <Icon path={checkIcon} />
          {state === 'active' ? text.active : text.received}
        </span>
      )}
    </button>
  )
}

/** The card is readable without it. */
function Background({ source }: { source: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed || source === '') return null
  return (
    <img
      className={styles.picture}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}

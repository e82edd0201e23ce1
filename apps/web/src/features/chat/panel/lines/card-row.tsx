import type { GenericCard } from '@kapao/contract/chat'
import { useRef, useState } from 'react'
import { readChatAddress } from '#core/live/chat-address.ts'
import { useChatText } from '../../text/chat-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { backIcon, nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { fileAddress, shownAddress } from '../../story/addresses.ts'
import { ButtonList } from './chat-button.tsx'
import styles from './cards.module.css'

/** Cards in a row, moved by a swipe, the arrow keys or the buttons. */
export function CardRow({ cards }: { cards: readonly GenericCard[] }) {
  const text = useChatText().cards
  const track = useRef<HTMLUListElement>(null)
  const turn = (by: number): void => {
    const element = track.current
    element?.scrollBy({ left: by * (element.firstElementChild?.clientWidth ?? 0) })
  }
  return (
    <section className={styles.cards} aria-label={text.label}>
      <ul
        ref={track}
        className={styles.track}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the arrow keys
        tabIndex={0}
        aria-label={text.label}
      >
        {cards.map((card, place) => (
          <li key={place} className={styles.card} aria-label={text.place(place + 1, cards.length)}>
            <CardPicture address={card.image_url} />
            <strong>{card.title}</strong>
            {card.subtitle && <span className={styles.subtitle}>{card.subtitle}</span>}
            <ButtonList buttons={card.buttons} />
          </li>
        ))}
      </ul>
      {cards.length > 1 && (
        <div className={styles.turns}>
          <IconButton label={text.previous} path={backIcon} onClick={() => turn(-1)} />
          <IconButton label={text.next} path={nextIcon} onClick={() => turn(1)} />
        </div>
      )}
    </section>
  )
}

/** Only pictures on our own servers are shown; a card is complete without one. */
function CardPicture({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  const server = readChatAddress() ?? location.origin
  const shown = shownAddress(address, [location.origin, server]) ?? fileAddress(address, server)
  if (shown === null || isBroken) return null
  return (
    <img
      className={styles.picture}
      src={shown}
      width={220}
      height={124}
      alt=""
      onError={() => setBroken(true)}
    />
  )
}

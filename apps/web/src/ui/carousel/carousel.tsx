import { useRef, useState } from 'react'
import { IconButton } from '#ui/form/icon-button.tsx'
import { backIcon, nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './carousel.module.css'

export type Slide = { image: string; html: string }

export type CarouselWords = {
  label: string
  previous: string
  next: string
  place: (place: number, count: number) => string
}

/** Pictures with text in a row, moved by a swipe, the arrow keys or the buttons; never automatically. */
export function Carousel({ slides, words }: { slides: readonly Slide[]; words: CarouselWords }) {
  const track = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const count = slides.length
  const turnTo = (place: number): void => {
    const element = track.current
    element?.scrollTo({ left: ((place + count) % count) * element.clientWidth })
  }

  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label={words.label}>
      <div
        ref={track}
        className={styles.track}
        role="group"
        aria-label={words.label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the arrow keys
        tabIndex={count > 1 ? 0 : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(placeAt(scrollLeft, clientWidth, count))
        }
      >
        {slides.map((slide, place) => (
          <div
            key={place}
            className={styles.slide}
            role="group"
            aria-label={count > 1 ? words.place(place + 1, count) : undefined}
          >
            <Picture source={slide.image} isFirst={place === 0} />
            {slide.html && <SafeHtml markup={slide.html} />}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className={styles.bar}>
          <IconButton label={words.previous} path={backIcon} onClick={() => turnTo(shown - 1)} />
          <p className={styles.place} role="status">
            {words.place(shown + 1, count)}
          </p>
          <IconButton label={words.next} path={nextIcon} onClick={() => turnTo(shown + 1)} />
        </div>
      )}
    </section>
  )
}

/** Decorative: the text below it says what it means. A picture that cannot be loaded leaves no gap. */
function Picture({ source, isFirst }: { source: string; isFirst: boolean }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (source === '' || failed === source) return null
  return (
    <img
      className={styles.picture}
      src={source}
      alt=""
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      onError={() => setFailed(source)}
    />
  )
}

/** The slide nearest to the scroll position. */
export function placeAt(scrolled: number, width: number, count: number): number {
  if (width <= 0) return 0
  return Math.min(count - 1, Math.max(0, Math.round(scrolled / width)))
}

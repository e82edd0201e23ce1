import { useState, type ReactNode } from 'react'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { playIcon } from '@kapao/ui/icons/public-icons.ts'
import { useUnderWayText } from '../text/under-way-text.ts'
import styles from './start.module.css'

/** What somebody does who has nothing here yet; the buttons for it are in the card above. */
export function StepsCard({ renderFilm }: { renderFilm: (close: () => void) => ReactNode }) {
  const text = useUnderWayText().start
  const [isPlaying, setPlaying] = useState(false)
  return (
    <section className={styles.start} aria-label={text.title}>
      <h2 className={styles.name}>{text.title}</h2>
      <ol className={styles.steps}>
        {text.steps.map((step, place) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles.film}
        aria-haspopup="dialog"
        onClick={() => setPlaying(true)}
      >
        <Icon path={playIcon} />
        {text.film}
      </button>
      {isPlaying && renderFilm(() => setPlaying(false))}
    </section>
  )
}

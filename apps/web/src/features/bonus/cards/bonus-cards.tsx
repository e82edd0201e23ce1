import { useNow } from '#core/browser/countdown.ts'
import { useBonusText } from '../text/bonus-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { giftIcon } from '@kapao/ui/icons/more-icons.ts'
import { useBonuses, type Bonus } from '#shared/bonus/queries.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import card from './bonus-card.module.css'
import { BonusCard } from './bonus-card.tsx'
import styles from './bonus-cards.module.css'

/** A daily bonus can be received again after midnight, also while the page is open. */
const lookEveryMs = 30_000

type BonusCardsProps = { onOpen: (bonus: Bonus) => void }

export function BonusCards({ onOpen }: BonusCardsProps) {
  const text = useBonusText().cards
  const { data: bonuses, isError, refetch } = useBonuses()
  return (
    <section className={styles.part} aria-label={text.title}>
      <h2 className={styles.title}>{text.title}</h2>
      {bonuses ? (
        <Cards bonuses={bonuses} onOpen={onOpen} />
      ) : isError ? (
        <FailedList onAgain={() => void refetch()} />
      ) : (
        <LoadingCards />
      )}
    </section>
  )
}

export function LoadingCards() {
  return (
    <div className={styles.list} aria-busy="true">
      <span className={card.ground} />
      <span className={card.ground} />
    </div>
  )
}

type CardsProps = BonusCardsProps & { bonuses: readonly Bonus[] }

function Cards({ bonuses, onOpen }: CardsProps) {
  const text = useBonusText().cards
  const now = useNow(lookEveryMs)
  if (bonuses.length === 0) return <EmptyState path={giftIcon}>{text.empty}</EmptyState>
  return (
    <ul className={styles.list}>
      {bonuses.map((bonus) => (
        <li key={bonus.code}>
          <BonusCard bonus={bonus} nowMs={now} onOpen={() => onOpen(bonus)} />
        </li>
      ))}
    </ul>
  )
}

function FailedList({ onAgain }: { onAgain: () => void }) {
  const text = useBonusText().cards
  return (
    <LoadFailed icon={giftIcon} onAgain={onAgain}>
      {text.failed}
    </LoadFailed>
  )
}

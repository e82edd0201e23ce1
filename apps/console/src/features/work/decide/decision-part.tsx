import { letterOf } from '@kapao/contract/console/words'
import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Button } from '#ui/form/button.tsx'
import type { NextItem } from '../next-item.ts'
import styles from './decide.module.css'
import { decisionName } from './decision-name.ts'
import { DecisionForm } from './decision-form.tsx'
import { certainOffer, firstTyped, type FormValues } from './form.ts'
import { draftOf } from './use-decision.ts'

type Props = { item: WorkItem; onNext: (next: NextItem) => void }

/** The possible decisions: a letter or a click chooses one, which explains its effect before it is submitted. */
export function DecisionPart({ item, onNext }: Props) {
  const text = useText()
  const [chosen, choose] = useState(() => certainOffer(item)?.name ?? null)
  const [kept, keep] = useDraft(draftOf(item))
  const offer = item.decisions.find(({ name }) => name === chosen) ?? null
  const typed = { ...(offer && firstTyped(item, offer)), ...readTyped(kept) }
  const [toFocus, setToFocus] = useState(0)

  const take = (next: DecisionOffer): void => {
    choose(next.name)
    setToFocus((times) => times + 1)
  }
  useHotkeys(
    Object.fromEntries(
      item.decisions
        .filter(({ barred }) => barred === null)
        .map((one) => [letterOf[one.name], () => take(one)]),
    ),
  )
  if (item.decisions.length === 0) return null
  return (
    <section className={styles.part} aria-label={text.work.decide}>
      <Offers item={item} chosen={chosen} onChoose={take} />
      {offer && (
        <DecisionForm
          key={`${offer.name} ${toFocus}`}
          item={item}
          offer={offer}
          typed={typed}
          onType={(next) => keep(JSON.stringify(next))}
          onNext={onNext}
          takesFocus={toFocus > 0}
        />
      )}
    </section>
  )
}

type OffersProps = {
  item: WorkItem
  chosen: string | null
  onChoose: (offer: DecisionOffer) => void
}

function Offers({ item, chosen, onChoose }: OffersProps) {
  const text = useText()
  const barred = item.decisions.filter((offer) => offer.barred !== null)
  return (
    <>
      <div className={styles.offers}>
        {item.decisions.map((offer) => (
          <Button
            key={offer.name}
            letter={letterOf[offer.name]}
            isChosen={offer.name === chosen}
            isDisabled={offer.barred !== null}
            describedBy={offer.barred === null ? '' : `barred-${offer.name}`}
            onPress={() => onChoose(offer)}
          >
            {decisionName(offer, text)}
            {offer.isCertain && ` (${text.work.certain})`}
          </Button>
        ))}
      </div>
      {barred.map((offer) => (
        <p key={offer.name} id={`barred-${offer.name}`} className={styles.barred}>
          {decisionName(offer, text)}: {offer.barred && text.work.barred[offer.barred]}
        </p>
      ))}
    </>
  )
}

function readTyped(kept: string): FormValues | null {
  try {
    return kept === '' ? null : (JSON.parse(kept) as FormValues)
  } catch {
    return null
  }
}

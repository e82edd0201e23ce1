import type { Sum } from '@kapao/contract/console/fields'
import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { useEffect, useRef, type FormEvent } from 'react'
import { formatSum } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { CallFault, isOpen } from '#core/calls/fault.ts'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { namedMember } from '#shared/named-member.ts'
import type { NextItem } from '../next-item.ts'
import { Candidates } from './candidates.tsx'
import styles from './decide.module.css'
import { DecisionField } from './decision-field.tsx'
import { decisionName } from './decision-name.ts'
import { useFieldErrors } from './field-errors.ts'
import { missingIn, type FormValues } from './form.ts'
import { useDecision } from './use-decision.ts'

type Props = {
  item: WorkItem
  offer: DecisionOffer
  typed: FormValues
  onType: (typed: FormValues) => void
  onNext: (next: NextItem) => void
  takesFocus: boolean
}

export function DecisionForm({ item, offer, typed, onType, onNext, takesFocus }: Props) {
  const text = useText()
  const waitsText = useWaitsText()
  const decision = useDecision(item, onNext)
  const form = useRef<HTMLFormElement>(null)
  const { errorOf, noteTry, isShown } = useFieldErrors(form, {
    offer,
    typed,
    error: decision.error,
  })
  useEffect(() => {
    if (!takesFocus) return
    const places = 'input:checked, input, textarea, select, button[type=submit]'
    form.current?.querySelector<HTMLElement>(places)?.focus()
  }, [takesFocus])
  const send = (event: FormEvent): void => {
    event.preventDefault()
    // In the member search Enter chooses a result; it never submits the decision.
    if (document.activeElement?.closest('[data-member-search]')) return
    noteTry()
    if (missingIn(offer, typed).length === 0 && !decision.isPending)
      decision.mutate({ offer, typed })
  }
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate>
      <p className={styles.effect}>
        {text.work.effects[offer.effect].replace(
          '{member}',
          namedMember(item.memberName, item.memberId) ?? '',
        )}
      </p>
      {offer.fields.map((name) =>
        name === 'memberId' ? (
          <Candidates
            key={name}
            item={item}
            candidates={item.candidates}
            value={typed.memberId ?? ''}
            onChange={(memberId) => onType({ ...typed, memberId })}
            error={errorOf(name)}
          />
        ) : (
          <DecisionField
            key={name}
            decision={offer.name}
            name={name}
            choices={offer.choices?.filter(({ field }) => field === name) ?? []}
            value={typed[name] ?? ''}
            onChange={(value) => onType({ ...typed, [name]: value })}
            onEnter={() => form.current?.requestSubmit()}
            currency={offer.currency}
            error={errorOf(name)}
          />
        ),
      )}
      {offer.alone && <AloneNote alone={offer.alone} />}
      {offer.waitsFor && (
        <WaitNote>
          {waitsText({ waitsFor: offer.waitsFor, soonest: offer.soonest }, text.work.waitsFor)}
        </WaitNote>
      )}
      {!isShown && <DecisionFault error={decision.error} />}
      <div className={styles.actions}>
        <Button type="submit" look="primary" isBusy={decision.isPending}>
          {decisionName(offer, text)}
        </Button>
      </div>
    </form>
  )
}

/** How much of the day of one operator alone is spent, and by whom and what most of it. */
function AloneNote({ alone }: { alone: NonNullable<DecisionOffer['alone']> }) {
  const { work, desk } = useText()
  const requests: Record<string, string> = work.seconds
  const sumText = (sum: Sum) => `${formatSum(sum)}\u00A0${desk.currency[sum.currency]}`
  return (
    <p className={styles.barred}>
      {work.alone(sumText(alone.given), sumText(alone.max))}
      {alone.spent.map(({ command, by, sum }) => (
        <span key={`${command} ${by}`} className={styles.spent}>
          {by}: {requests[command] ?? command}, {sumText(sum)}
        </span>
      ))}
    </p>
  )
}

/** Another operator's decision stands above; a missing answer is shown as unknown. */
function DecisionFault({ error }: { error: unknown }) {
  const text = useText()
  const faultText = useFaultText()
  if (!error) return null
  if (error instanceof CallFault && error.kind === 'unreachable' && isOpen(error))
    return <FaultNote>{text.desk.line.open}</FaultNote>
  return <FaultNote>{faultText(error)}</FaultNote>
}

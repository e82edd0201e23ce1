import { useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { TimeField } from '#ui/form/time-field.tsx'
import { useRef, useState } from 'react'
import { ActChoice } from './act-choice.tsx'
import styles from './audit.module.css'
import { actingOnes, type AuditFilter } from './filter.ts'

type Props = { asked: AuditFilter; onAsk: (filter: AuditFilter) => void }

/** Typed filters apply on the button or Enter; a chosen act applies at once. */
export function AuditFilters({ asked, onAsk }: Props) {
  const text = useText()
  const { people } = text
  const first = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => first.current?.focus() })
  const address = JSON.stringify(asked)
  const [kept, keep] = useState({ address, typed: asked })
  // A changed address, as after a step back, replaces the filters.
  const typed = kept.address === address ? kept.typed : asked
  const type = (next: AuditFilter): void => keep({ address, typed: next })
  const set = (name: keyof AuditFilter) => (value: string) => type({ ...typed, [name]: value })
  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(typed)
      }}
    >
      <Select
        label={people.whose}
        value={typed.who === '' ? 'operators' : typed.who}
        onChange={(who) => onAsk({ ...typed, who: who === 'operators' ? '' : who })}
        options={actingOnes.map((who) => ({ value: who, text: people.whoseActs[who] }))}
      />
      <Field ref={first} label={people.who} value={typed.actor} onChange={set('actor')} />
      <ActChoice action={typed.action} onChoose={(action) => onAsk({ ...typed, action })} />
      <Field label={people.subject} value={typed.subject} onChange={set('subject')} />
      <TimeField label={people.from} value={typed.from} onChange={set('from')} />
      <TimeField label={people.to} value={typed.to} onChange={set('to')} />
      <Button type="submit">{people.filter}</Button>
    </form>
  )
}

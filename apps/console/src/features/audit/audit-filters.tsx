import { useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useRef } from 'react'
import styles from './audit.module.css'
import type { AuditFilter } from './filter.ts'

type Props = {
  typed: AuditFilter
  onType: (typed: AuditFilter) => void
  onAsk: () => void
}

export function AuditFilters({ typed, onType, onAsk }: Props) {
  const text = useText()
  const { people } = text
  const first = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => first.current?.focus() })
  const set = (name: keyof AuditFilter) => (value: string) => onType({ ...typed, [name]: value })
  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        onAsk()
      }}
    >
      <Field ref={first} label={people.who} value={typed.actor} onChange={set('actor')} />
      <Field label={people.action} value={typed.action} onChange={set('action')} />
      <Field label={people.subject} value={typed.subject} onChange={set('subject')} />
      <Field label={people.from} type="datetime-local" value={typed.from} onChange={set('from')} />
      <Field label={people.to} type="datetime-local" value={typed.to} onChange={set('to')} />
      <Button type="submit">{people.filter}</Button>
    </form>
  )
}

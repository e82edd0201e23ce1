import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { formatLocal, isUnreadable, readLocal } from '#core/local-time.ts'
import { nowMs } from '#core/page/now.ts'
import { Field } from './field.tsx'

type Props = {
  label: string
  /** `2026-11-27T10:05`, of Bangkok; empty while there is none; as it was typed where that is no time. */
  value: string
  onChange: (value: string) => void
  error?: string | null
  isDisabled?: boolean
}

/** A time as the desk writes it, the day first: the browser's own field follows the language of the browser. */
export function TimeField({ label, value, onChange, error = null, isDisabled = false }: Props) {
  const { desk } = useText()
  const [kept, keep] = useState({ value, typed: formatLocal(value) })
  // A changed value, as after a step back, replaces what was typed.
  const typed = kept.value === value ? kept.typed : formatLocal(value)
  const type = (next: string): void => {
    const read = readLocal(next, nowMs()) ?? next.trim()
    keep({ value: read, typed: next })
    if (read !== value) onChange(read)
  }
  return (
    <Field
      label={label}
      value={typed}
      onChange={type}
      placeholder={desk.timeForm}
      isDisabled={isDisabled}
      error={isUnreadable(value) ? desk.timeForm : error}
    />
  )
}

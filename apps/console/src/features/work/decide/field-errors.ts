import type { DecisionOffer } from '@kapao/contract/console/work'
import type { FieldName } from '@kapao/contract/console/words'
import { useEffect, useState, type RefObject } from 'react'
import { isRefused } from '#core/calls/fault.ts'
import { useText } from '#core/i18n.tsx'
import { missingIn, type FormValues } from './form.ts'

/** The first field that says what is wrong with it. */
const wrongPlace = '[aria-invalid=true]:is(input, textarea, select), [aria-invalid=true] input'

type TriedForm = { offer: DecisionOffer; typed: FormValues; error: unknown }

/** What is wrong with each field, from the first try on; the first of them takes the focus. */
export function useFieldErrors(
  form: RefObject<HTMLFormElement | null>,
  { offer, typed, error }: TriedForm,
) {
  const { work } = useText()
  /** How often it was sent, or could not be. */
  const [tries, setTries] = useState(0)
  const missing = missingIn(offer, typed)
  const refused = refusedFieldOf(error, offer)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>(wrongPlace)?.focus()
  }, [form, tries, refused])
  const errorOf = (name: FieldName): string | null => {
    if (tries > 0 && missing.includes(name))
      return typed[name]?.trim() ? work.amountForm : work.required
    if (name !== refused) return null
    return name === 'amount' && offer.name === 'book' ? work.notInMessage : work.notAccepted
  }
  return {
    errorOf,
    noteTry: () => setTries((before) => before + 1),
    /** Whether the refusal is shown at its field. */
    isShown: refused !== null,
  }
}

/** The field that the server refused, if it is one of the form. */
function refusedFieldOf(error: unknown, { fields }: DecisionOffer): FieldName | null {
  if (!isRefused(error, 'FIELD_WRONG')) return null
  return fields.find((name) => name === error.detail.field) ?? null
}

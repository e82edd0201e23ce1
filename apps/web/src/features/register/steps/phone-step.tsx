import { useState } from 'react'
import { useSending } from '#core/calls/use-sending.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { PuzzleNote } from '#shared/puzzle/puzzle-note.tsx'
import { useSettings } from '#shared/page-settings.tsx'
import { Button } from '#ui/form/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { flawInPhone, type Entries } from './wizard.ts'

export type StepProps = {
  entries: Entries
  /** The field whose rule was broken, according to the server. */
  wrong: string | null
  change: (some: Partial<Entries>) => void
  onNext: () => Promise<void>
}

type PhoneStepProps = StepProps & { cancelPuzzle: (() => void) | null }

export function PhoneStep({ entries, change, cancelPuzzle, onNext }: PhoneStepProps) {
  const visitor = useVisitorText()
  const label = useText().login.phone
  const { variant } = useSettings()
  const [tooShort, setTooShort] = useState(false)
  const [sending, once] = useSending()

  function submit(): void {
    const flaw = flawInPhone(entries, variant)
    setTooShort(flaw === 'phoneLength')
    if (flaw === null) void once(onNext)
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={label}
        hint={visitor.register.phoneHint}
        error={tooShort ? visitor.refusals.PHONE_NUMBER_REQUIRE_10_DIGIT : null}
        type="tel"
        name="phone"
        autoComplete="tel"
        value={entries.phone}
        onChange={(phone) => {
          change({ phone })
          setTooShort(false)
        }}
      />
      <Button submit busy={sending}>
        {visitor.form.next}
      </Button>
      <PuzzleNote cancel={cancelPuzzle} />
    </Form>
  )
}

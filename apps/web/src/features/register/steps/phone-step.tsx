import { useState } from 'react'
import { useSending } from '#core/calls/use-sending.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { PuzzleNote } from '#shared/puzzle/puzzle-note.tsx'
import { useSettings } from '#shared/page-settings.tsx'
import { Button } from '#ui/form/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import { flawInPhone, type Entries, type Flaw } from './wizard.ts'

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
  const [flaw, setFlaw] = useState<Flaw | null>(null)
  const [sending, once] = useSending()

  function submit(): void {
    const found = flawInPhone(entries, variant)
    setFlaw(found)
    if (found === null) void once(onNext)
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={label}
        hint={visitor.register.phoneHint}
        error={
          flaw === 'phoneLength'
            ? visitor.refusals.PHONE_NUMBER_REQUIRE_10_DIGIT
            : flaw === 'incomplete' || null
        }
        type="tel"
        name="phone"
        autoComplete="tel"
        value={entries.phone}
        onChange={(phone) => {
          change({ phone })
          setFlaw(null)
        }}
      />
      <Button submit busy={sending}>
        {visitor.form.next}
      </Button>
      <PuzzleNote cancel={cancelPuzzle} />
    </Form>
  )
}

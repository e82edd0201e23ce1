import { useState } from 'react'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { NewPasswordFields } from '#shared/new-password-fields.tsx'
import { Button } from '#ui/form/button.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form, FormActions } from '#ui/layout/form.tsx'
import { loadSources } from './data.ts'
import type { StepProps } from './phone-step.tsx'
import { flawInProfile } from './wizard.ts'

type ProfileStepProps = StepProps & { inviteIsKept: boolean; onBack: () => void }

export function ProfileStep({ entries, change, inviteIsKept, onNext, onBack }: ProfileStepProps) {
  const visitor = useVisitorText()
  const text = visitor.register
  const [differ, setDiffer] = useState(false)
  const [sending, once] = useSending()

  function submit(): void {
    const flaw = flawInProfile(entries)
    setDiffer(flaw === 'passwordsDiffer')
    if (flaw === null) void once(onNext)
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text.name}
        name="name"
        autoComplete="nickname"
        value={entries.name}
        onChange={(name) => change({ name })}
      />
      {/* Password managers keep the phone as the name that belongs to the password. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={entries.phone}
        readOnly
        hidden
      />
      <NewPasswordFields
        labels={[text.password, text.passwordAgain]}
        fresh={entries.password}
        again={entries.passwordAgain}
        differ={differ}
        onFresh={(password) => {
          change({ password })
          setDiffer(false)
        }}
        onAgain={(passwordAgain) => {
          change({ passwordAgain })
          setDiffer(false)
        }}
      />
      <OptionalFields entries={entries} change={change} inviteIsKept={inviteIsKept} />
      <FormActions>
        <Button kind="secondary" onClick={onBack}>
          {visitor.form.back}
        </Button>
        <Button submit busy={sending}>
          {visitor.form.next}
        </Button>
      </FormActions>
    </Form>
  )
}

type OptionalFieldsProps = Pick<ProfileStepProps, 'entries' | 'change' | 'inviteIsKept'>

function OptionalFields({ entries, change, inviteIsKept }: OptionalFieldsProps) {
  const visitor = useVisitorText()
  const text = visitor.register
  // Where a member heard of us is not needed, so a list that cannot be loaded stays empty without a word.
  const sources = useAnswer(loadSources).answer ?? []
  return (
    <>
      <SelectField
        label={text.source}
        name="source"
        placeholder={visitor.form.choose}
        options={sources.map(({ code, description }) => ({ value: code, label: description }))}
        value={entries.sourceCode}
        onChange={(sourceCode) => change({ sourceCode })}
      />
      <TextField
        label={text.invite}
        hint={inviteIsKept ? text.inviteKept : text.inviteHint}
        name="invite"
        autoComplete="off"
        readOnly={inviteIsKept}
        value={entries.inviteCode}
        onChange={(inviteCode) => change({ inviteCode })}
      />
    </>
  )
}

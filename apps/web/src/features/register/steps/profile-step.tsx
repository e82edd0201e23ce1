import { useRef, useState } from 'react'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { NewPasswordFields } from '#shared/new-password-fields.tsx'
import { Button } from '#ui/form/button.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form, FormActions } from '#ui/layout/form.tsx'
import { loadSources } from './queries.ts'
import type { StepProps } from './phone-step.tsx'
import styles from './profile-step.module.css'
import { flawInProfile, type Flaw } from './wizard.ts'

type ProfileStepProps = StepProps & {
  inviteIsKept: boolean
  onDropInvite: () => void
  onBack: () => void
}

export function ProfileStep(props: ProfileStepProps) {
  const { entries, wrong, change, onNext, onBack } = props
  const visitor = useVisitorText()
  const text = visitor.register
  const [flaw, setFlaw] = useState<Flaw | null>(null)
  const isMissing = flaw === 'incomplete'
  const [sending, once] = useSending()

  function submit(): void {
    const found = flawInProfile(entries)
    setFlaw(found)
    if (found === null) void once(onNext)
  }

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text.name}
        error={wrong === 'name' ? text.wrong.name : isMissing && entries.name === '' ? true : null}
        name="name"
        autoComplete="nickname"
        value={entries.name}
        onChange={(name) => change({ name })}
      />
      {/* Password managers store the phone as the user name of the password. */}
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
        differ={flaw === 'passwordsDiffer' ? visitor.form.passwordsDiffer : null}
        isMissing={isMissing}
        refused={wrong === 'password'}
        onFresh={(password) => {
          change({ password })
          if (!isMissing) setFlaw(null)
        }}
        onAgain={(passwordAgain) => {
          change({ passwordAgain })
          if (!isMissing) setFlaw(null)
        }}
      />
      <SourceChoice entries={entries} change={change} />
      <InviteField {...props} />
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

function SourceChoice({ entries, change }: Pick<ProfileStepProps, 'entries' | 'change'>) {
  const visitor = useVisitorText()
  // How a member heard of us is optional, so a list that cannot be loaded is simply empty.
  const sources = useAnswer(loadSources).answer ?? []
  return (
    <SelectField
      label={visitor.register.source}
      name="source"
      placeholder={visitor.form.choose}
      options={sources.map(({ code, description }) => ({ value: code, label: description }))}
      value={entries.sourceCode}
      onChange={(sourceCode) => change({ sourceCode })}
    />
  )
}

function InviteField({ entries, wrong, change, inviteIsKept, onDropInvite }: ProfileStepProps) {
  const text = useVisitorText().register
  const field = useRef<HTMLInputElement>(null)

  /** The button is removed with the code, so the focus moves to the field. */
  function drop(): void {
    onDropInvite()
    field.current?.focus()
  }

  return (
    <div className={styles.invite}>
      <TextField
        ref={field}
        label={text.invite}
        hint={inviteIsKept ? text.inviteKept : text.inviteHint}
        error={wrong === 'inviteCode' ? text.wrong.inviteCode : null}
        name="invite"
        autoComplete="off"
        readOnly={inviteIsKept}
        value={entries.inviteCode}
        onChange={(inviteCode) => change({ inviteCode })}
      />
      {/* A link may carry an unknown code, which must not prevent a registration. */}
      {inviteIsKept && (
        <Button kind="quiet" onClick={drop}>
          {text.inviteDrop}
        </Button>
      )}
    </div>
  )
}

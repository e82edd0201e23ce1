import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { EntryFault } from './entry-fault.tsx'
import styles from './entry.module.css'

type PasswordFields = { name: string; password: string; code: string }
type Props = {
  asksName: boolean
  isNew?: boolean
  action: string
  isBusy: boolean
  error: unknown
  onSend: (typed: PasswordFields) => void
}

export function PasswordForm({ asksName, isNew = false, action, isBusy, error, onSend }: Props) {
  const text = useText()
  const [typed, setTyped] = useState<PasswordFields>({ name: '', password: '', code: '' })
  const set = (name: keyof PasswordFields) => (value: string) =>
    setTyped({ ...typed, [name]: value })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ ...typed, name: typed.name.trim(), code: typed.code.replaceAll(/\D/g, '') })
      }}
    >
      {asksName && (
        <Field
          label={text.people.name}
          value={typed.name}
          onChange={set('name')}
          autoComplete="username"
          takesFocus
        />
      )}
      <Field
        label={isNew ? text.people.newPassword : text.people.passwordLabel}
        type="password"
        value={typed.password}
        onChange={set('password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      <Field
        label={text.people.code}
        value={typed.code}
        onChange={set('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <EntryFault error={error} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  )
}

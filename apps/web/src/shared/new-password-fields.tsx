import { useVisitorText } from '#core/i18n.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { strengthOf } from './password-strength.ts'

type NewPasswordFieldsProps = {
  labels: readonly [fresh: string, again: string]
  fresh: string
  again: string
  differ: boolean
  onFresh: (value: string) => void
  onAgain: (value: string) => void
}

/** A new password, with a hint how good it is, and once more against typing errors. */
export function NewPasswordFields({
  labels,
  fresh,
  again,
  differ,
  onFresh,
  onAgain,
}: NewPasswordFieldsProps) {
  const text = useVisitorText().form
  const strength = strengthOf(fresh)
  return (
    <>
      <PasswordField
        label={labels[0]}
        purpose="new-password"
        hint={strength && text.strength[strength]}
        value={fresh}
        onChange={onFresh}
      />
      <PasswordField
        label={labels[1]}
        purpose="new-password"
        name="password-again"
        error={differ ? text.passwordsDiffer : null}
        value={again}
        onChange={onAgain}
      />
    </>
  )
}

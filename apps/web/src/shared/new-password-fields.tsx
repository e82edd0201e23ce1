import { passwordLengthMin } from '@kapao/contract/limits'
import { useVisitorText } from '#core/i18n.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'

type NewPasswordFieldsProps = {
  labels: readonly [fresh: string, again: string]
  fresh: string
  again: string
  /** The message if the two differ; null while nothing is wrong. */
  differ: string | null
  /** Marks those that are empty. */
  isMissing?: boolean
  /** The server refused it. */
  refused: boolean
  onFresh: (value: string) => void
  onAgain: (value: string) => void
}

/** A new password with a hint on its strength, and once more to catch typing errors. */
export function NewPasswordFields({
  labels,
  fresh,
  again,
  differ,
  isMissing = false,
  refused,
  onFresh,
  onAgain,
}: NewPasswordFieldsProps) {
  const text = useVisitorText().form
  return (
    <>
      <PasswordField
        label={labels[0]}
        purpose="new-password"
        hint={text.strength[strengthOf(fresh)]}
        error={refused ? text.strength.refused : isMissing && fresh === '' ? true : null}
        value={fresh}
        onChange={onFresh}
      />
      <PasswordField
        label={labels[1]}
        purpose="new-password"
        name="password-again"
        error={differ ?? (isMissing && again === '' ? true : null)}
        value={again}
        onChange={onAgain}
      />
    </>
  )
}

export type Strength = 'short' | 'weak' | 'good'

/** Long enough without different kinds of characters. */
const longLength = 12

/** A hint before and while typing; it blocks nothing, the server decides. */
export function strengthOf(password: string): Strength {
  if (password.length < passwordLengthMin) return 'short'
  const signs = new Set(password).size
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const isVaried = signs > 4 && (kinds > 1 || password.length >= longLength)
  return isVaried ? 'good' : 'weak'
}

import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { eyeIcon, eyeOffIcon } from '@kapao/ui/icons/public-icons.ts'
import { Field, type FieldFrame } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './password-field.module.css'

type PasswordFieldProps = FieldFrame & {
  value: string
  onChange: (value: string) => void
  /** Whether password managers should fill in or suggest. */
  purpose: 'current-password' | 'new-password'
  name?: string
}

export function PasswordField({
  label,
  hint,
  error = null,
  value,
  onChange,
  purpose,
  name = 'password',
}: PasswordFieldProps) {
  const text = useText().action
  const [shown, setShown] = useState(false)

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.frame}>
          <input
            {...control}
            className={`${control.className} ${styles.input}`}
            type={shown ? 'text' : 'password'}
            name={name}
            autoComplete={purpose}
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <div className={styles.reveal}>
            <IconButton
              label={shown ? text.hide : text.show}
              path={shown ? eyeOffIcon : eyeIcon}
              onClick={() => setShown(!shown)}
            />
          </div>
        </div>
      )}
    </Field>
  )
}

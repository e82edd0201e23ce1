import { useId, type ReactNode } from 'react'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './field.module.css'

export type FieldFrame = {
  label: string
  hint?: ReactNode
  /** `true` marks the field without a word. */
  error?: string | true | null
}

/** The props that the control needs, so that label, hint and error belong to it. */
export type ControlProps = {
  id: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The label above, the control, and below it the error or the hint. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldFrame & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const said = error !== true && error
  const hasNote = Boolean(said) || Boolean(hint)

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div className={styles.note} id={noteId} role={said ? 'alert' : undefined}>
        {said ? (
          <span className={styles.error}>
            <Icon path={alertIcon} />
            {said}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}

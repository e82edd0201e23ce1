import type { ReactNode } from 'react'
import styles from './form.module.css'

type FormProps = {
  onSubmit: () => void
  children: ReactNode
  label?: string
  /** For a submit button outside the form. */
  id?: string
}

/**
 * A form with its fields in a column. `post`, because a form submitted before the scripts have loaded would otherwise
 * put its fields into the address.
 */
export function Form({ onSubmit, children, label, id }: FormProps) {
  return (
    <form
      id={id}
      className={styles.form}
      method="post"
      action="/login"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The buttons to go on and to go back, side by side. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

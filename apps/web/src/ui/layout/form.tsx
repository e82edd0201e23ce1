import type { ReactNode } from 'react'
import styles from './form.module.css'

type FormProps = {
  onSubmit: () => void
  children: ReactNode
  label?: string
  /** For a button outside that sends it. */
  id?: string
}

/**
 * Its fields below each other. `post`, because a form that is sent before the scripts have loaded would otherwise write
 * its fields into the address.
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

/** The way on and the way back, side by side. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

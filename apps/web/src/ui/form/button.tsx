import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> & {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  submit?: boolean
  /** A call is under way: the button waits, and shows it. */
  busy?: boolean
}

export function Button({
  kind = 'primary',
  submit = false,
  busy = false,
  disabled = false,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={`${styles.button} ${styles[kind]}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}

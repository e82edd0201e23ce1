import { useId } from 'react'
import styles from './field.module.css'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; text: string }[]
  onChange: (value: T) => void
  isLabelHidden?: boolean
  isDisabled?: boolean
  error?: string | null
}

/** The browser's own select, which works with touch, keyboard and screen readers. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden = false,
  isDisabled = false,
  error = null,
}: Props<T>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.input}
        value={value}
        disabled={isDisabled}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  )
}

import { Field, type FieldFrame } from './field.tsx'
import styles from './select-field.module.css'

type SelectFieldProps = FieldFrame & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** Shown while nothing is selected; without it the first option is selected. */
  placeholder?: string
  name?: string
}

export function SelectField({
  label,
  hint,
  error = null,
  value,
  onChange,
  options,
  placeholder,
  name,
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          className={`${control.className} ${styles.select}`}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

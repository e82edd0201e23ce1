import { useEffect, useRef } from 'react'
import { Field, type FieldFrame } from './field.tsx'
import styles from './otp-field.module.css'

type OtpFieldProps = FieldFrame & {
  value: string
  onChange: (value: string) => void
  length: number
  /** How many codes were refused; each refusal clears the field. */
  refusals: number
}

/**
 * One field for the whole code, focused as soon as it is shown: phones can fill it from the SMS, and a pasted message
 * keeps only its digits.
 */
export function OtpField({
  label,
  error = null,
  value,
  onChange,
  length,
  refusals,
}: OtpFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [refusals])
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          ref={field}
          className={`${control.className} ${styles.code}`}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => onChange(digitsOf(event.target.value).slice(0, length))}
        />
      )}
    </Field>
  )
}

const zeros = ['0', '๐', '໐'].map((zero) => zero.charCodeAt(0))

/** Keyboards of the region may type Thai or Lao digits; the code is sent in Latin ones. */
export function digitsOf(text: string): string {
  return Array.from(text, (sign) => {
    const offsets = zeros.map((zero) => sign.charCodeAt(0) - zero)
    return offsets.find((offset) => offset >= 0 && offset <= 9) ?? ''
  }).join('')
}

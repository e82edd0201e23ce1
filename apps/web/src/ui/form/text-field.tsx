import type { ChangeEvent, ComponentProps } from 'react'
import { Field, type FieldFrame } from './field.tsx'

type TextFieldProps = FieldFrame &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'id'> & {
    value: string
    onChange: (value: string) => void
    /** Converts the input to capitals. */
    uppercase?: boolean
  }

export function TextField({
  label,
  hint,
  error = null,
  onChange,
  uppercase = false,
  ...input
}: TextFieldProps) {
  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    if (uppercase) capitalise(target)
    onChange(target.value)
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} onChange={change} />}
    </Field>
  )
}

/** Written into the field at once: if React did it later, the cursor would jump to the end. */
function capitalise(field: HTMLInputElement): void {
  const capitals = field.value.toUpperCase()
  if (capitals === field.value) return
  const { selectionStart, selectionEnd } = field
  field.value = capitals
  field.setSelectionRange(selectionStart, selectionEnd)
}

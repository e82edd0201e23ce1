import { useRef, type HTMLInputAutoCompleteAttribute, type RefObject } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'
import styles from './field.module.css'
import { useFirstFocus } from './first-focus.ts'

type Props = Pick<TextFieldProps, 'isRequired' | 'inputMode' | 'maxLength'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error?: string | null | undefined
  type?: 'text' | 'password' | 'search'
  isLong?: boolean
  /** For a multi-line field: Enter submits, Shift+Enter starts a new line. */
  onEnter?: () => void
  isDisabled?: boolean
  placeholder?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  takesFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/** A field with its label and, if invalid, the reason. */
export function Field({
  label,
  hint,
  error,
  isLong = false,
  onEnter,
  placeholder = '',
  autoComplete = 'off',
  takesFocus = false,
  ref,
  ...rest
}: Props) {
  const own = useRef<HTMLInputElement>(null)
  const place = ref ?? own
  useFirstFocus(place, takesFocus)
  return (
    <TextField
      {...rest}
      autoComplete={autoComplete}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {isLong ? (
        <TextArea
          className={styles.input ?? ''}
          placeholder={placeholder}
          onKeyDown={(event) => {
            if (!onEnter || event.key !== 'Enter' || event.shiftKey) return
            if (event.nativeEvent.isComposing) return
            event.preventDefault()
            onEnter()
          }}
        />
      ) : (
        <Input ref={place} className={styles.input ?? ''} placeholder={placeholder} />
      )}
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </TextField>
  )
}

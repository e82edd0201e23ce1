import { useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFieldsText } from './text/fields-text.ts'
import { useForm, useProblem, type FieldProps } from './field-props.ts'
import styles from './fields.module.css'
import { textOf } from './values.ts'

/** A picture as its data address, chosen from a file; what is too large or no picture is refused by the server. */
export function PictureField({
  field,
  label,
  path,
  value,
  onChange,
}: FieldProps<{ form: 'picture' }>) {
  const { desk } = useText()
  const { edit, acceptedText } = useFieldsText()
  const { isReadOnly } = useForm()
  const error = useProblem(path, field)
  const input = useRef<HTMLInputElement>(null)
  const address = typeof value === 'string' ? value : ''
  const take = (file: File | undefined): void => {
    if (!file) return
    const reader = new FileReader()
    reader.addEventListener('load', () => onChange(textOf(reader.result)))
    reader.readAsDataURL(file)
  }
  return (
    <div className={styles.picture} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      {address === '' ? (
        <span className={styles.dim}>{desk.none}</span>
      ) : (
        <img className={styles.shown} src={address} alt={label} />
      )}
      <div className={styles.tools}>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={`${edit.choose}: ${label}`}
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button isDisabled={isReadOnly} onPress={() => input.current?.click()}>
          {edit.choose}
        </Button>
        {address !== '' && (
          <Button isDisabled={isReadOnly} onPress={() => onChange('')}>
            {edit.remove}
          </Button>
        )}
      </div>
      <span className={styles.dim}>{acceptedText(field)}</span>
      {error && <span className={styles.error}>{error}</span>}
    </div>
  )
}

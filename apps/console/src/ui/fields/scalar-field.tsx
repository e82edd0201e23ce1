import type { Field } from '@kapao/contract/console/field'
import { useText } from '#core/i18n.tsx'
import { Field as TextLine } from '#ui/form/field.tsx'
import { TimeField } from '#ui/form/time-field.tsx'
import { instantOf, localOf } from '#core/local-time.ts'
import { Select } from '#ui/form/select.tsx'
import { FactTools } from './fact-tools.tsx'
import { useFieldsText } from './text/fields-text.ts'
import { useForm, useIsCut, useProblem, type FieldProps } from './field-props.ts'
import { PictureField } from './picture/picture-field.tsx'
import styles from './fields.module.css'
import { numberIn, textOf } from './values.ts'

type Compound = 'optional' | 'list' | 'group' | 'table' | 'cases'
export type Scalar = Exclude<Field, { form: Compound }>

const compounds: readonly string[] = ['optional', 'list', 'group', 'table', 'cases']

export function isScalar(field: Field): field is Scalar {
  return !compounds.includes(field.form)
}

/** One value: a line, a number, a choice, a picture. */
export function ScalarField(props: FieldProps<Scalar>) {
  const { field } = props
  if (field.form === 'picture') return <PictureField {...props} field={field} />
  if (field.form === 'moment') return <MomentField {...props} field={field} />
  if (field.form === 'flag' || field.form === 'choice')
    return <ChosenField {...props} field={field} />
  const typed = <TypedField {...props} field={field} />
  if (field.form !== 'text' || !field.facts) return typed
  return (
    <FactTools {...props} facts={field.facts}>
      {typed}
    </FactTools>
  )
}

type ChosenForm = Extract<Scalar, { form: 'flag' | 'choice' }>
type TypedForm = Exclude<Scalar, ChosenForm | { form: 'picture' } | { form: 'moment' }>

const longForms = ['text', 'html']
const numberForms = ['whole', 'number']

function TypedField({ field, label, path, value, onChange }: FieldProps<TypedForm>) {
  const { isReadOnly } = useForm()
  const { acceptedText, cutText } = useFieldsText()
  const isCut = useIsCut(path)
  const error = useProblem(path, field)
  const isNumber = numberForms.includes(field.form)
  return (
    <div className={styles.scalar}>
      <TextLine
        label={label}
        value={textOf(value)}
        onChange={(typed) => onChange(isNumber ? numberIn(typed) : typed)}
        hint={(isCut ? cutText : acceptedText(field)) ?? undefined}
        error={error}
        isLong={longForms.includes(field.form)}
        isDisabled={isReadOnly}
        inputMode={
          isNumber ? 'numeric' : ['amount', 'rate'].includes(field.form) ? 'decimal' : 'text'
        }
      />
      {field.form === 'color' && /^#[0-9a-f]{6}$/i.test(textOf(value)) && (
        <svg className={styles.color} aria-hidden="true" viewBox="0 0 1 1">
          <rect width="1" height="1" fill={textOf(value)} />
        </svg>
      )}
    </div>
  )
}

/** Typed as the desk writes times, kept as an instant; what is no time is refused at its place. */
function MomentField({ field, label, path, value, onChange }: FieldProps<{ form: 'moment' }>) {
  const { isReadOnly } = useForm()
  const error = useProblem(path, field)
  return (
    <div className={styles.scalar}>
      <TimeField
        label={label}
        value={localOf(textOf(value))}
        onChange={(local) => onChange(instantOf(local) || local)}
        isDisabled={isReadOnly}
        error={error}
      />
    </div>
  )
}

/** `''` stands for a part that is left out. */
function ChosenField({ field, label, path, value, onChange }: FieldProps<ChosenForm>) {
  const { desk } = useText()
  const { isReadOnly } = useForm()
  const { choiceText } = useFieldsText()
  const error = useProblem(path, field)
  const isFlag = field.form === 'flag'
  const words = isFlag ? flagsOf(field.only) : field.of
  const isLeftOut = value === undefined || value === ''
  const wordText = (word: string) =>
    isFlag ? (word === 'true' ? desk.yes : desk.no) : choiceText(word)
  return (
    <div className={styles.scalar}>
      <Select
        label={label}
        value={textOf(value)}
        isDisabled={isReadOnly}
        options={[
          ...(isLeftOut ? [{ value: '', text: desk.nothing }] : []),
          ...words.map((word) => ({ value: word, text: wordText(word) })),
        ]}
        onChange={(word) => onChange(isFlag && word !== '' ? word === 'true' : word)}
        error={error}
      />
    </div>
  )
}

function flagsOf(only: boolean | null): string[] {
  return only === null ? ['true', 'false'] : [String(only)]
}

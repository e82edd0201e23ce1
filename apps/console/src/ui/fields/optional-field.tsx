import type { Field } from '@kapao/contract/console/field'
import { Button } from '#ui/form/button.tsx'
import { Check } from '#ui/form/choice.tsx'
import { useText } from '#core/i18n.tsx'
import { useForm, type FieldProps } from './field-props.ts'
import { isScalar } from './scalar-field.tsx'
import { emptyOf, type Json } from './values.ts'

type Props = Omit<FieldProps, 'field' | 'onChange'> & {
  of: Field
  /** Said behind the label of one value. */
  mark?: string
  /** Undefined where there is nothing in it. */
  onChange: (next: Json | undefined) => void
}

/** Nothing while it is empty; what is more than one value is chosen first. */
export function OptionalField({ of, label, mark, path, value, onChange }: Props) {
  const { desk } = useText()
  const { isReadOnly, Inner } = useForm()
  const isThere = value !== undefined && value !== null
  if (!isScalar(of))
    return (
      <>
        <Check isOn={isThere} onChange={(isOn) => onChange(isOn ? emptyOf(of) : undefined)}>
          {label}
        </Check>
        {isThere && <Inner field={of} {...{ label, path, value, onChange }} />}
      </>
    )
  return (
    <div>
      <Inner
        field={of}
        label={mark === undefined ? label : `${label} (${mark})`}
        path={path}
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
      {typeof value === 'boolean' && !isReadOnly && (
        <Button look="quiet" onPress={() => onChange(undefined)}>
          {label}: {desk.none}
        </Button>
      )}
    </div>
  )
}

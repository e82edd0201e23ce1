import type { Field } from '@kapao/contract/console/field'
import { Check } from '#ui/form/choice.tsx'
import type { FieldProps } from './field-props.ts'
import { CasesField, GroupField, TableField } from './group-field.tsx'
import { ListField } from './list-field.tsx'
import { isScalar, ScalarField } from './scalar-field.tsx'
import { emptyOf } from './values.ts'

/** Draws a field from its description; fields inside of it are drawn by the same. */
export function FieldEditor({ field, ...props }: FieldProps) {
  if (field.form === 'optional') return <OptionalField {...props} of={field.of} />
  if (field.form === 'list') return <ListField {...props} field={field} />
  if (field.form === 'group') return <GroupField {...props} field={field} />
  if (field.form === 'table') return <TableField {...props} field={field} />
  if (field.form === 'cases') return <CasesField {...props} field={field} />
  return <ScalarField {...props} field={field} />
}

/** An empty field is nothing; what is more than a field is chosen first. */
function OptionalField({
  of,
  value,
  onChange,
  ...props
}: Omit<FieldProps, 'field'> & { of: Field }) {
  if (isScalar(of))
    return (
      <ScalarField
        {...props}
        field={of}
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    )
  return (
    <>
      <Check isOn={value !== null} onChange={(isOn) => onChange(isOn ? emptyOf(of) : null)}>
        {props.label}
      </Check>
      {value !== null && <FieldEditor {...props} field={of} value={value} onChange={onChange} />}
    </>
  )
}

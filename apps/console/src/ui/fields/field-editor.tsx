import type { FieldProps } from './field-props.ts'
import { CasesField, GroupField, TableField } from './group-field.tsx'
import { OptionalField } from './optional-field.tsx'
import { ListField } from './list-field.tsx'
import { ScalarField } from './scalar-field.tsx'

/** Draws a field from its description; fields inside of it are drawn by the same. */
export function FieldEditor({ field, ...props }: FieldProps) {
  if (field.form === 'optional')
    return (
      <OptionalField {...props} of={field.of} onChange={(next) => props.onChange(next ?? null)} />
    )
  if (field.form === 'list') return <ListField {...props} field={field} />
  if (field.form === 'group') return <GroupField {...props} field={field} />
  if (field.form === 'table') return <TableField {...props} field={field} />
  if (field.form === 'cases') return <CasesField {...props} field={field} />
  return <ScalarField {...props} field={field} />
}

import type { FieldName } from '@kapao/contract/console/words'
import { ConsoleRefused } from '../refuse.ts'
import type { DecisionFields } from './queue.ts'

type RequiredField = Exclude<FieldName, 'whyOptional'>

export function wrongField(field: RequiredField): never {
  throw new ConsoleRefused('FIELD_WRONG', { field })
}

/** The words of a field that the decision needs. */
export function needed(fields: DecisionFields, field: RequiredField): string {
  return fields[field] || wrongField(field)
}

export function whyOrNull({ why }: DecisionFields): string | null {
  return why || null
}

import { createContext, use } from 'react'
import type { FieldsText } from './en.ts'

export type { FieldsText }

/** Given by the screen around the form, whose own texts are loaded with those of its fields. */
export const FieldsTextContext = createContext<FieldsText | null>(null)

export function useFieldsText(): FieldsText {
  const text = use(FieldsTextContext)
  if (!text) throw new Error('a field is drawn without its texts')
  return text
}

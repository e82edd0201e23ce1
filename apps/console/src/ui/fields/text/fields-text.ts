import { openTextContext } from '#core/text-pack.ts'
import type { FieldsText } from './en.ts'

export type { FieldsText }

/** Given by the screen around the form, whose own texts are loaded with those of its fields. */
export const [FieldsTextContext, useFieldsText] = openTextContext<FieldsText>('fields')

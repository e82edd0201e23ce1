import type { Field } from '@kapao/contract/console/field'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import { createContext, use, type ComponentType } from 'react'
import { useText } from '#core/i18n.tsx'
import { useFieldsText } from './text/fields-text.ts'
import { isSame, type Json, type Path } from './values.ts'

export type FieldProps<F extends Field = Field> = {
  field: F
  label: string
  path: Path
  value: unknown
  onChange: (value: Json) => void
}

type FormState = {
  problems: readonly ValueProblem[]
  isReadOnly: boolean
  /** Where members see only a part of what is typed. */
  cut?: readonly Path[]
  /** Draws a field inside of another one, whatever its kind. */
  Inner: ComponentType<FieldProps>
}

/** Of the form around a field: what is wrong in it, and whether anything can be typed. */
export const FormContext = createContext<FormState | null>(null)

export function useForm(): FormState {
  const form = use(FormContext)
  if (!form) throw new Error('a field is drawn outside a form')
  return form
}

/** What is wrong at exactly this place, in words. */
export function useProblem(path: Path, field: Field): string | null {
  const { problems } = useForm()
  const { reasonText } = useFieldsText()
  const found = problems.find((one) => isSame(one.path, path))
  return found ? reasonText(found.reason, field) : null
}

/** Whether something is wrong here or in a part of it. */
export function useIsWrong(path: Path): boolean {
  const { problems } = useForm()
  return problems.some((one) => isSame(one.path.slice(0, path.length), path))
}

/** Whether members see only a part of what is typed here. */
export function useIsCut(path: Path): boolean {
  return useForm().cut?.some((one) => isSame(one, path)) ?? false
}

/** The name of a part; one without words is shown by its key. */
export function usePartName(): (name: string) => string {
  const { words, codes } = useText()
  const { parts } = useFieldsText()
  const known: Record<string, string> = { ...codes.facts, ...words.keys, ...parts }
  return (name) => (Object.hasOwn(known, name) ? known[name]! : name)
}

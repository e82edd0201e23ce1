import type { Field, FieldPart } from '@kapao/contract/console/field'
import type { Language } from '@kapao/contract/limits'

/** A value while it is typed: what is no number yet stands as its text. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }
export type Path = readonly (string | number)[]

/** What a new entry, or a new part, begins with. */
export function emptyOf(field: Field): Json {
  switch (field.form) {
    case 'flag':
      return field.only ?? false
    case 'whole':
      return field.min
    case 'number':
      return 1
    case 'choice':
      return field.of[0] ?? ''
    case 'optional':
      return null
    case 'list':
      return []
    case 'table':
      return {}
    case 'group':
      return partsOf(field.parts)
    case 'cases': {
      const [first] = field.cases
      return { [field.by]: first?.names[0] ?? '', ...partsOf(first?.parts ?? []) }
    }
    case 'line':
    case 'text':
    case 'html':
    case 'amount':
    case 'rate':
    case 'color':
    case 'time':
    case 'moment':
    case 'address':
    case 'picture':
      return ''
  }
}

function partsOf(parts: readonly FieldPart[]): JsonObject {
  const needed = parts.filter(({ isOptional }) => !isOptional)
  return Object.fromEntries(needed.map(({ name, field }) => [name, emptyOf(field)]))
}

/** The other case keeps the parts that both have. */
export function withCase(
  { by, cases }: Extract<Field, { form: 'cases' }>,
  value: JsonObject,
  name: string,
): JsonObject {
  const parts = cases.find(({ names }) => names.includes(name))?.parts ?? []
  const kept = parts.filter((part) => Object.hasOwn(value, part.name))
  return {
    [by]: name,
    ...partsOf(parts),
    ...Object.fromEntries(kept.map((part) => [part.name, value[part.name]!])),
  }
}

/** Without the part where there is nothing in it. */
export function withPart(value: JsonObject, name: string, part: Json | undefined): JsonObject {
  const { [name]: _, ...others } = value
  // A part keeps its place among the others, so that only what was typed differs.
  if (part === undefined) return others
  return Object.hasOwn(value, name) ? { ...value, [name]: part } : { ...others, [name]: part }
}

export function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A number once it is written as one, so that `1.0` can become `1.05`. */
export function numberIn(typed: string): Json {
  const number = Number(typed)
  return typed !== '' && String(number) === typed ? number : typed
}

export function movedOne<T>(all: readonly T[], at: number, by: 1 | -1): T[] {
  const next = [...all]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}

const identities = ['code', 'bankAccountNo', 'walletAccountName', 'name', 'answer']

/** What an entry of a list is called: by what identifies it. */
export function identityOf(value: unknown): string | null {
  if (!isObject(value)) return null
  const name = identities.map((key) => value[key]).find((one) => typeof one === 'string' && one)
  return typeof name === 'string' ? name : null
}

const detailMax = 60

/** By whole signs: Thai and Lao marks stand above and below a letter of their own. */
function shortOf(words: string): string {
  const signs = [...new Intl.Segmenter().segment(words.replaceAll(/\s+/g, ' '))]
  if (signs.length <= detailMax) return words
  return `${signs
    .slice(0, detailMax)
    .map(({ segment }) => segment)
    .join('')}…`
}

/** How the page says a choice, and which of three languages it reads. */
type Reading = { choiceText: (word: string) => string; language: Language }

/** What else tells an entry from its neighbours: its choices and short lines, in the order of its field. */
export function detailsOf(
  field: Field,
  value: unknown,
  { choiceText, language }: Reading,
): string[] {
  if (field.form !== 'group' || !isObject(value)) return []
  const title = identityOf(value)
  return field.parts.flatMap(({ name, field: part }) => {
    const found = value[name]
    const word = isObject(found) ? found[language] : found
    if (typeof word !== 'string' || word === '' || word === title) return []
    if (part.form === 'choice') return [choiceText(word)]
    if (isObject(found)) return [shortOf(word)]
    return part.form === 'line' && word.length <= detailMax ? [word] : []
  })
}

/** What a field of one line shows of a value. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

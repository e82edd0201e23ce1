import type { Field, FieldPart } from '@kapao/contract/console/field'
import fc from 'fast-check'

type Value = fc.Arbitrary<unknown>

/** Values that a form makes of a field, all of which its schema takes but for its rules between parts. */
export function valueOf(field: Field): Value {
  switch (field.form) {
    case 'line':
      return field.example === null ? words(Math.min(field.max, 30)) : fc.constant(field.example)
    case 'text':
      return words(Math.min(field.max, 60))
    case 'html':
      return words(20).map((text) => `<p>${text}</p>`)
    case 'flag':
      return field.only === null ? fc.boolean() : fc.constant(field.only)
    case 'whole':
      return fc.integer({ min: field.min, max: field.max })
    case 'number':
      return fc.integer({ min: 1, max: field.max })
    case 'amount':
      return fc.integer({ min: 1, max: 90_000_000 }).map(String)
    case 'rate':
      return fc.integer({ min: 0, max: field.max * 100 }).map((cents) => String(cents / 100))
    case 'color':
      return fc.constantFrom('#f5b83d', '#00ff7f')
    case 'time':
      return fc.constantFrom('00:00', '23:59')
    case 'moment':
      return fc.constantFrom('2026-12-01T00:00:00.000Z', '2027-01-31T17:00:00.000Z')
    case 'address':
      return fc.constantFrom('https://ours.example/x', 'https://other.example')
    case 'picture':
      return fc.constantFrom(...['A', 'B'].map((one) => `/pictures/${one.repeat(43)}.webp`))
    case 'choice':
      return fc.constantFrom(...field.of)
    case 'optional':
      return fc.oneof(fc.constant(null), valueOf(field.of))
    case 'list':
      return fc.array(valueOf(field.of), { minLength: 1, maxLength: Math.min(field.max, 3) })
    case 'table':
      return fc.dictionary(fc.constantFrom('hello', 'bye', 'money'), valueOf(field.of))
    case 'group':
      return partsOf(field.parts)
    case 'cases':
      return fc.oneof(
        ...field.cases.flatMap(({ names, parts }) =>
          names.map((name) =>
            partsOf(parts).map((value) => ({ [field.by]: name, ...(value as object) })),
          ),
        ),
      )
  }
}

function words(max: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom('เงิน', 'ເງິນ', 'money', 'ok'), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(' ').slice(0, max).trim())
}

function partsOf(parts: readonly FieldPart[]): Value {
  const needed = parts.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  const values = Object.fromEntries(parts.map(({ name, field }) => [name, valueOf(field)]))
  return fc.record(values, { requiredKeys: needed })
}

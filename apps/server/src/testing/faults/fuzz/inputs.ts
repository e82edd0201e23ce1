import type { EndpointShape } from '@kapao/contract/endpoint'
import fc from 'fast-check'
import type { Schema } from '#core/api-docs/openapi-types.ts'
import { wireInputOf } from '#core/api-docs/wire-schema.ts'

export type Fields = Record<string, unknown>

/** Values that break programs: wrong types, limits of ranges, texts with a special meaning. */
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.001,
  1e15,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '0',
  '1e3',
  'x'.repeat(2_001),
  'ก'.repeat(300),
  "' or '1'='1",
  '../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '%00',
  '%s%n',
  '{{7*7}}',
  'constructor',
  '١٢٣',
  [],
  [null],
  {},
  { $gt: '' },
  { amount: 1_000_000 },
]

/** Texts that no schema forbids and PostgreSQL does not store: with NUL, and with half of a surrogate pair. */
const unstorable = ['a\u0000b', 'a\ud800b']

/** Fields as the contract describes them, occasionally with a known member's text. */
export function soundFields(call: EndpointShape, known: readonly string[]): fc.Arbitrary<Fields> {
  const schemas: Record<string, Schema> = {}
  const { fields } = wireInputOf(call.input, schemas)
  const names = Object.keys(fields)
  const optional = names.filter((name) => !fields[name]!.required)
  const values = names.map((name) => valueOf(fields[name]!.schema, { schemas, known }))
  return fc
    .tuple(fc.tuple(...values), fc.subarray(optional))
    .map(([all, left]) =>
      Object.fromEntries(
        names.map((name, at) => [name, all[at]]).filter(([name]) => !left.includes(name as string)),
      ),
    )
}

/** The same with one or two fields broken, omitted or added. */
export function brokenFields(call: EndpointShape, known: readonly string[]): fc.Arbitrary<Fields> {
  const names = Object.keys(wireInputOf(call.input, {}).fields)
  const odd = fc.constantFrom(...oddValues, ...known)
  const name = fc.constantFrom(...names, 'userId', 'amount', 'balance', '__proto__x')
  return fc
    .tuple(soundFields(call, known), fc.array(fc.tuple(name, odd), { minLength: 1, maxLength: 2 }))
    .map(([sound, changes]) => ({ ...sound, ...Object.fromEntries(changes) }))
}

type InputDeps = { schemas: Record<string, Schema>; known: readonly string[] }

function valueOf(schema: Schema, deps: InputDeps): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(deps.schemas[schema.$ref.split('/').at(-1)!] ?? {}, deps)
  const either = schema.oneOf ?? schema.anyOf
  if (either) return fc.oneof(...either.map((one) => valueOf(one, deps)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type ?? 'object'].flat()
  if (type === 'string') return textOf(schema, deps.known)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'array')
    return fc.array(valueOf(schema.items ?? { type: 'string' }, deps), { maxLength: 3 })
  const properties = Object.entries(schema.properties ?? {})
  return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, valueOf(one, deps)])))
}

function textOf(
  { pattern, format, minLength = 0, maxLength = 60 }: Schema,
  known: readonly string[],
): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom('2026-11-01T00:00:00Z', '2030-01-01T00:00:00Z')
  const any = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' })
  const fitting = pattern ? fc.stringMatching(new RegExp(pattern)) : any
  return fc.oneof(fitting, fc.constantFrom(...known), fc.constantFrom(...unstorable))
}

/** Whole numbers and two decimals, mostly small, like amounts and pages. */
function numberOf({ type, minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, 2_000_000) })
  const few = fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, 50) })
  if (type === 'integer') return fc.oneof(few, whole)
  return fc.oneof(
    few,
    whole,
    few.map((cents) => cents / 100),
  )
}

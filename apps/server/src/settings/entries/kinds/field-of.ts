import type { Field, FieldPart } from '@kapao/contract/console/field'
import type { ProblemReason } from '@kapao/contract/console/problems'
import { z } from 'zod'

const fields = new WeakMap<z.ZodType, Field>()

/** Describes beside a schema how its value is typed, where the schema alone does not say it. */
export function typedAs<S extends z.ZodType>(schema: S, field: Field): S {
  fields.set(schema, field)
  return schema
}

/** A rule of a schema, with its sentence for a terminal and its reason for the page. */
export function because(reason: ProblemReason, error: string) {
  return { error, params: { reason } }
}

const lineMax = 500

/** How a value of this schema is typed: parts and lists as the schema has them, so that the two cannot differ. */
export function fieldOf(schema: z.ZodType): Field {
  const known = fields.get(schema)
  if (known) return known
  if (schema instanceof z.ZodNullable)
    return { form: 'optional', of: fieldOf(schema.unwrap() as z.ZodType) }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return fieldOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodObject) return { form: 'group', parts: partsOf(schema) }
  if (schema instanceof z.ZodArray)
    return { form: 'list', of: fieldOf(schema.element as z.ZodType), max: maxOf(schema) }
  if (schema instanceof z.ZodEnum) return { form: 'choice', of: schema.options.map(String) }
  if (schema instanceof z.ZodBoolean) return { form: 'flag', only: null }
  if (schema instanceof z.ZodString) {
    const max = schema.maxLength ?? lineMax
    return max > lineMax ? { form: 'text', max } : { form: 'line', max, example: null }
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return casesOf(schema)
  throw new Error(`how a ${schema.def.type} is typed has to be described beside it`)
}

function partsOf({ shape }: z.ZodObject, without?: string): FieldPart[] {
  return Object.entries(shape)
    .filter(([name]) => name !== without)
    .map(([name, part]) => ({
      name,
      field: fieldOf(part as z.ZodType),
      isOptional: part instanceof z.ZodOptional,
    }))
}

function casesOf(schema: z.ZodDiscriminatedUnion): Field {
  const by = schema.def.discriminator
  const cases = (schema.options as z.ZodObject[]).map((one) => {
    const word = one.shape[by]
    const names = word instanceof z.ZodLiteral ? [...word.values] : (word as z.ZodEnum).options
    return { names: names.map(String), parts: partsOf(one, by) }
  })
  return { form: 'cases', by, cases }
}

/** Every list has a most, or a form could not say when it is full. */
function maxOf({ def }: z.ZodArray): number {
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def as { maximum?: number })
  const most = checks.find(({ maximum }) => maximum !== undefined)?.maximum
  if (most === undefined) throw new Error('a list has no most')
  return most
}

import { z } from 'zod'
import type { Schema } from './openapi-types.ts'

export type WireField = { schema: Schema; required: boolean }
/** `strict` means that unlisted fields are refused. */
export type WireInput = { fields: Record<string, WireField>; strict: boolean }

/** The fields of a call's path and body, as they are on the wire. */
export function wireInputOf(input: z.ZodObject | null, schemas: Record<string, Schema>): WireInput {
  if (input === null) return { fields: {}, strict: false }
  const { properties = {}, required = [], additionalProperties } = wireSchemaOf(input, schemas)
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    { schema, required: required.includes(name) },
  ])
  return { fields: Object.fromEntries(fields), strict: additionalProperties === false }
}

/** The JSON schema of a wire format; named entities are added to the document's shared schemas. */
export function wireSchemaOf(schema: z.ZodType, schemas: Record<string, Schema>): Schema {
  const {
    $schema: _,
    $defs,
    ...root
  } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // The pattern of a date-time repeats the calendar and does not help a reader.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  for (const [name, definition] of Object.entries($defs ?? {})) {
    schemas[name] = inDocument(definition)
  }
  return inDocument(root)
}

function inDocument(schema: unknown): Schema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Schema
}

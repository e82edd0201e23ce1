import type { z } from 'zod'

/** The part of JSON Schema that the contract's schemas use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  enum?: readonly (string | number)[]
  const?: string | number | boolean | null
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export type SecurityScheme = { type: string; description: string } & Record<string, string>

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
  'x-row'?: number
  'x-added'?: true
  'x-served': boolean
  'x-access': string
  'x-rate': string
  'x-path': string
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, SecurityScheme> }
}

/** What of a call's description the documentation reads; both contracts have it. */
export type DescribedCall = {
  method: string
  path: string
  access: string
  row?: number
  summary: string
  rate: string
  keyed?: boolean
  input: z.ZodObject | null
  multipart?: { files: string[]; fields: string[] }
  output: z.ZodType
}

/** The calls of one contract, and what holds for all of them. */
export type CallBook<C extends DescribedCall> = {
  description: string
  words: Record<string, readonly C[]>
  securitySchemes: Record<string, SecurityScheme>
  securityOf: (call: C) => Operation['security']
  /** The header by which a client says which one it is. */
  mark: Parameter
  remarksOn: (call: C) => string[]
  codesByStatus: (call: C) => Map<number, string[]>
  /** Answers that are neither the call's own nor a refusal with a code. */
  alsoAnswers: (call: C) => Operation['responses']
  /** Whether its calls have numbers in the product's table. */
  hasRows: boolean
}

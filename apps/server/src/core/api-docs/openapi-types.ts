import type { EndpointShape } from '@kapao/contract/endpoint'

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
  in: 'path' | 'header'
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
  'x-access': EndpointShape['access']
  'x-rate': EndpointShape['rate']
  'x-path': string
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, SecurityScheme> }
}

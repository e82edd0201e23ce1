import { callsByWord, nameOfCall, type Call } from '@kapao/contract/calls'
import {
  refusalsOfEveryCall,
  refusalsOfKeyedCalls,
  refusalsOfMemberCalls,
  type EndpointShape,
} from '@kapao/contract/endpoint'
import { clientMark, idempotencyKeyForm } from '@kapao/contract/limits'
import { parametersOf, splitTemplate } from '@kapao/contract/paths'
import {
  goneMessage,
  goneStatus,
  refusalStatus,
  secondRefusalStatus,
  type RefusalCode,
} from '@kapao/contract/refusals'
import type { OpenApiDocument, Operation, Parameter, Schema } from './openapi-types.ts'
import { wireInputOf, wireSchemaOf, type WireInput } from './wire-schema.ts'

/** Describes the whole contract in OpenAPI 3.1; `served` holds the names of the calls that this process serves. */
export function openApiDocument(
  served: ReadonlySet<string>,
  info: { title: string; version: string },
): OpenApiDocument {
  const schemas: Record<string, Schema> = {}
  const paths: OpenApiDocument['paths'] = {}
  for (const [word, calls] of Object.entries(callsByWord)) {
    for (const call of calls as readonly Call[]) {
      const path = keyOfPath(call, paths)
      const item = (paths[path] ??= {})
      item[call.method.toLowerCase()] = describeCall(call, { word, path, served, schemas })
    }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, description: howItWorks },
    tags: Object.keys(callsByWord).map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes },
  }
}

const howItWorks = [
  'The API of the member wallet. A body is the entity itself, without an envelope.',
  'Amounts are JSON numbers with at most two decimals, in the currency of the member; times are ISO 8601 in UTC.',
  'A refusal is `{code, message}`: `code` is one of the listed codes, `message` repeats it or tells which rule was broken.',
  'Calls that move money or claim something take an `Idempotency-Key`: a repeated call with the same key counts once.',
].join('\n\n')

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/login.' },
  guest: {
    type: 'apiKey',
    in: 'header',
    name: 'x-guest',
    description: 'The signed guest id of GET /api/chat/config.',
  },
}

const securityOf: Record<EndpointShape['access'], Operation['security']> = {
  public: [],
  member: [{ bearer: [] }],
  // The empty choice is for a guest's first call, which has no id yet.
  guest: [{ bearer: [] }, { guest: [] }, {}],
}

type Place = {
  word: string
  path: string
  served: ReadonlySet<string>
  schemas: Record<string, Schema>
}

function describeCall(call: EndpointShape, { word, path, served, schemas }: Place): Operation {
  const input = wireInputOf(call.input, schemas)
  const body = bodyOf(call, input)
  const description = remarksOn(call, path)
  return {
    operationId: operationIdOf(call),
    tags: [word],
    summary: call.summary,
    ...(description === '' ? {} : { description }),
    security: securityOf[call.access],
    parameters: [...pathParametersOf(call, path, input), ...headersOf(call)],
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(call, schemas),
    ...(call.row === undefined ? { 'x-added': true as const } : { 'x-row': call.row }),
    'x-served': served.has(nameOfCall(call)),
    'x-access': call.access,
    'x-rate': call.rate,
    'x-path': call.path,
  }
}

/** OpenAPI has no optional path segments and forbids two templates that differ only in a parameter's name. */
function keyOfPath(call: EndpointShape, paths: OpenApiDocument['paths']): string {
  const { path } = splitTemplate(call.path)
  const shapeOf = (template: string) => template.replace(/\{\w+\}/g, '{}')
  return Object.keys(paths).find((known) => shapeOf(known) === shapeOf(path)) ?? path
}

function operationIdOf(call: EndpointShape): string {
  const words = call.path.replace('/api', '').match(/\w+/g) ?? []
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return call.method.toLowerCase() + words.map(capital).join('')
}

function remarksOn(call: EndpointShape, path: string): string {
  const { path: own, optional } = splitTemplate(call.path)
  const remarks = []
  if (optional !== '') remarks.push(`The path may go on with \`${optional}\`.`)
  if (own !== path)
    remarks.push(`The parameter in the path is \`${parametersOf(own).join(', ')}\`.`)
  if (call.keyed === true) remarks.push('Counts once per `Idempotency-Key`.')
  return remarks.join(' ')
}

function pathParametersOf(call: EndpointShape, path: string, input: WireInput): Parameter[] {
  const own = parametersOf(splitTemplate(call.path).path)
  return parametersOf(path).map((name, at) => {
    const field = input.fields[own[at] ?? name]
    if (field === undefined) throw new Error(`${nameOfCall(call)} has no field for {${name}}`)
    return { name, in: 'path', required: true, schema: field.schema }
  })
}

function headersOf(call: EndpointShape): Parameter[] {
  const client: Parameter = {
    name: 'x-client',
    in: 'header',
    required: false,
    description: 'Marks the client as the wallet.',
    schema: { type: 'string', const: clientMark },
  }
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Chosen by the client, a new one for each thing that it wants done.',
    schema: { type: 'string', pattern: idempotencyKeyForm.source },
  }
  return call.keyed === true ? [client, key] : [client]
}

function bodyOf(
  call: EndpointShape,
  input: WireInput,
): NonNullable<Operation['requestBody']> | null {
  if (call.multipart !== undefined) return formOf(call.multipart)
  const inPath = new Set(parametersOf(call.path))
  const inBody = Object.entries(input.fields).filter(([name]) => !inPath.has(name))
  if (inBody.length === 0) return null
  const required = inBody.filter(([, field]) => field.required).map(([name]) => name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(([name, field]) => [name, field.schema])),
    ...(required.length === 0 ? {} : { required }),
    ...(input.strict ? { additionalProperties: false } : {}),
  }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

function formOf({ files, fields }: NonNullable<EndpointShape['multipart']>) {
  const properties = Object.fromEntries([
    ...files.map((name) => [name, { type: 'string', format: 'binary' }]),
    ...fields.map((name) => [name, { type: 'string' }]),
  ])
  const schema = { type: 'object', properties, required: files }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function responsesOf(call: EndpointShape, schemas: Record<string, Schema>): Operation['responses'] {
  const json = (schema: Schema) => ({ 'application/json': { schema } })
  const responses: Operation['responses'] = {
    200: { description: 'Done', content: json(wireSchemaOf(call.output, schemas)) },
  }
  for (const [status, codes] of codesByStatus(call)) {
    responses[status] = {
      description: status === 202 ? 'Still going on' : 'Refused',
      content: json(refusalSchema(codes)),
    }
  }
  // While the service is off, the call that reads its switch still answers with 200.
  if (call.path !== '/api/lookup/active') {
    responses[goneStatus] = {
      description: 'The whole service has ended',
      content: json({
        type: 'object',
        properties: { message: { const: goneMessage } },
        required: ['message'],
      }),
    }
  }
  return responses
}

function refusalSchema(codes: readonly RefusalCode[]): Schema {
  return {
    type: 'object',
    properties: { code: { type: 'string', enum: codes }, message: { type: 'string' } },
    required: ['code', 'message'],
  }
}

function codesByStatus(call: EndpointShape): Map<number, RefusalCode[]> {
  const codes = new Set<RefusalCode>([
    ...call.refusals,
    ...(call.access === 'public' ? [] : refusalsOfMemberCalls),
    ...(call.keyed === true ? refusalsOfKeyedCalls : []),
    ...refusalsOfEveryCall,
  ])
  const byStatus = new Map<number, RefusalCode[]>()
  const beside: Partial<Record<RefusalCode, number>> = secondRefusalStatus
  for (const code of codes) {
    for (const status of [refusalStatus[code], beside[code]]) {
      // A code that comes with status 200 is part of the answer's schema.
      if (status === undefined || status === 200) continue
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  return byStatus
}

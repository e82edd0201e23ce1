import { idempotencyKeyForm } from '@kapao/contract/limits'
import { parametersOf, splitTemplate } from '@kapao/contract/paths'
import type {
  CallBook,
  DescribedCall,
  OpenApiDocument,
  Operation,
  Parameter,
  Schema,
} from './openapi-types.ts'
import { wireInputOf, wireSchemaOf, type WireInput } from './wire-schema.ts'

/** Describes a whole contract in OpenAPI 3.1; `served` holds the names of the calls that this process serves. */
export function openApiDocument<C extends DescribedCall>(
  book: CallBook<C>,
  served: ReadonlySet<string>,
  info: { title: string; version: string },
): OpenApiDocument {
  const schemas: Record<string, Schema> = {}
  const paths: OpenApiDocument['paths'] = {}
  for (const [word, calls] of Object.entries(book.words)) {
    for (const call of calls) {
      const path = keyOfPath(call, paths)
      const item = (paths[path] ??= {})
      item[call.method.toLowerCase()] = describeCall(book, call, { word, path, served, schemas })
    }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, description: book.description },
    tags: Object.keys(book.words).map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: book.securitySchemes },
  }
}

type CallContext = {
  word: string
  path: string
  served: ReadonlySet<string>
  schemas: Record<string, Schema>
}

function describeCall<C extends DescribedCall>(
  book: CallBook<C>,
  call: C,
  { word, path, served, schemas }: CallContext,
): Operation {
  const input = wireInputOf(call.input, schemas)
  const body = bodyOf(call, input)
  const description = [...remarksOn(call, path), ...book.remarksOn(call)].join(' ')
  const { row } = call
  return {
    operationId: operationIdOf(call),
    tags: [word],
    summary: call.summary,
    ...(description === '' ? {} : { description }),
    security: book.securityOf(call),
    parameters: [
      ...pathParametersOf(call, path, input),
      ...queryOf(call, input),
      ...headersOf(call, book.mark),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      ...responsesOf(call, book.codesByStatus(call), schemas),
      ...book.alsoAnswers(call),
    },
    ...(row === undefined ? (book.hasRows ? { 'x-added': true as const } : {}) : { 'x-row': row }),
    'x-served': served.has(nameOf(call)),
    'x-access': call.access,
    'x-rate': call.rate,
    'x-path': call.path,
  }
}

function nameOf({ method, path }: DescribedCall): string {
  return `${method} ${path}`
}

/** OpenAPI has no optional path segments and forbids two templates that differ only in a parameter's name. */
function keyOfPath(call: DescribedCall, paths: OpenApiDocument['paths']): string {
  const { path } = splitTemplate(call.path)
  const shapeOf = (template: string) => template.replace(/\{\w+\}/g, '{}')
  return Object.keys(paths).find((known) => shapeOf(known) === shapeOf(path)) ?? path
}

function operationIdOf(call: DescribedCall): string {
  const words = call.path.replace('/api', '').match(/\w+/g) ?? []
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return call.method.toLowerCase() + words.map(capital).join('')
}

function remarksOn(call: DescribedCall, path: string): string[] {
  const { path: own, optional } = splitTemplate(call.path)
  const remarks = []
  if (optional !== '') remarks.push(`The path may go on with \`${optional}\`.`)
  if (own !== path)
    remarks.push(`The parameter in the path is \`${parametersOf(own).join(', ')}\`.`)
  if (call.keyed === true) remarks.push('Counts once per `Idempotency-Key`.')
  return remarks
}

function pathParametersOf(call: DescribedCall, path: string, input: WireInput): Parameter[] {
  const own = parametersOf(splitTemplate(call.path).path)
  return parametersOf(path).map((name, at) => {
    const field = input.fields[own[at] ?? name]
    if (field === undefined) throw new Error(`${nameOf(call)} has no field for {${name}}`)
    return { name, in: 'path', required: true, schema: field.schema }
  })
}

/** What a GET carries beside its path. */
function queryOf({ method, path }: DescribedCall, { fields }: WireInput): Parameter[] {
  const inPath = new Set(parametersOf(path))
  if (method !== 'GET') return []
  return Object.entries(fields)
    .filter(([name]) => !inPath.has(name))
    .map(([name, { schema, required }]) => ({ name, in: 'query' as const, required, schema }))
}

function headersOf(call: DescribedCall, mark: Parameter): Parameter[] {
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Chosen by the client, a new one for each thing that it wants done.',
    schema: { type: 'string', pattern: idempotencyKeyForm.source },
  }
  return call.keyed === true ? [mark, key] : [mark]
}

function bodyOf(
  call: DescribedCall,
  input: WireInput,
): NonNullable<Operation['requestBody']> | null {
  if (call.multipart !== undefined) return formOf(call.multipart)
  if (call.method === 'GET') return null
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

function formOf({ files, fields }: NonNullable<DescribedCall['multipart']>) {
  const properties = Object.fromEntries([
    ...files.map((name) => [name, { type: 'string', format: 'binary' }]),
    ...fields.map((name) => [name, { type: 'string' }]),
  ])
  const schema = { type: 'object', properties, required: files }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function responsesOf(
  call: DescribedCall,
  codesByStatus: Map<number, string[]>,
  schemas: Record<string, Schema>,
): Operation['responses'] {
  const json = (schema: Schema) => ({ 'application/json': { schema } })
  const responses: Operation['responses'] = {
    200: { description: 'Done', content: json(wireSchemaOf(call.output, schemas)) },
  }
  for (const [status, codes] of codesByStatus) {
    responses[status] = {
      description: status === 202 ? 'Still going on' : 'Refused',
      content: json(refusalSchema(codes)),
    }
  }
  return responses
}

function refusalSchema(codes: readonly string[]): Schema {
  return {
    type: 'object',
    properties: { code: { type: 'string', enum: codes }, message: { type: 'string' } },
    required: ['code', 'message'],
  }
}

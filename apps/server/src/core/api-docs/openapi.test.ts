import { readFileSync } from 'node:fs'
import { calls, nameOfCall } from '@kapao/contract/calls'
import { refusalStatus, type RefusalCode } from '@kapao/contract/refusals'
import { describe, expect, test } from 'vitest'
import type { Operation } from './openapi-types.ts'
import { memberBook } from './member-book.ts'
import { openApiDocument } from './openapi.ts'

const served = new Set(['GET /api/wallet', 'POST /api/wallet/transfer'])
const document = openApiDocument(memberBook, served, { title: 'Kapao', version: '1.1.14' })
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

function operationOf(method: string, path: string): Operation {
  const found = document.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described`)
  return found
}

function refsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(refsIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' ? [String(value)] : refsIn(value),
  )
}

function codesAt(operation: Operation, status: number): string[] {
  const schema = operation.responses[status]?.content['application/json']?.schema
  return (schema?.properties?.['code']?.enum ?? []).map(String)
}

describe('the OpenAPI document', () => {
  test('API-14 has 68 operations of the table, each row once', () => {
    const rows = operations.flatMap((operation) => operation['x-row'] ?? [])
    expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 68 }, (_, at) => at + 1))
  })

  test("describes every call of the contract once, and marks Kapao's own additions", () => {
    expect(operations).toHaveLength(calls.length)
    const added = operations.filter((operation) => operation['x-added'] === true)
    expect(added.map((operation) => operation['x-path'])).toEqual([
      '/api/account/password/forgot',
      '/api/account/password/reset',
      '/api/logout',
      '/api/session/identify',
      '/api/sessions',
      '/api/sessions',
      '/api/sessions/{id}',
      '/api/passkeys/question',
      '/api/passkeys/sign-in',
      '/api/passkeys/own-question',
      '/api/passkeys',
      '/api/passkeys',
      '/api/passkeys/{id}',
      '/api/otp/challenge',
      '/api/wallet/underway',
      '/api/withdrawals/current',
      '/api/bonus/offer/{code}',
      '/api/bonus/preview',
      '/api/bonus/bill',
      '/api/promotion/offer/{code}',
      '/api/spinwheel/reveal/{commitment}',
      '/api/statement/balances',
      '/api/statement/before',
      '/api/statement/days',
      '/api/statement/row/{seq}',
      '/api/notices/marks',
      '/api/notices',
      '/api/notices/read',
      '/api/outcome/{key}',
    ])
  })

  test('has an id for each operation and a tag that is declared', () => {
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(calls.length)
    const tags = document.tags.map(({ name }) => name)
    for (const operation of operations) expect(tags).toContain(operation.tags[0])
  })

  test('every reference resolves to a schema, and every schema is used', () => {
    const refs = new Set(refsIn(document))
    const known = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    )
    expect(refs.size).toBeGreaterThan(15)
    expect([...refs].filter((ref) => !known.includes(ref))).toEqual([])
    expect(known.filter((ref) => !refs.has(ref))).toEqual([])
  })

  test('every path parameter is described and is in its path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      expect(path).not.toMatch(/[[\]]/)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(item)) {
        const described = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(described.map(({ name }) => name)).toEqual(inPath)
      }
    }
  })

  test('no two templates differ only in the name of a parameter', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  test('states which calls are served', () => {
    const names = calls.filter((call) => served.has(nameOfCall(call))).map((call) => call.path)
    const listed = operations.filter((operation) => operation['x-served'])
    expect(listed.map((operation) => operation['x-path'])).toEqual(names)
  })

  test('API-13 a launch is one operation that describes its optional end', () => {
    const operation = operationOf('get', '/api/autoLogin/{provider}/{username}')
    expect(operation['x-row']).toBe(57)
    expect(operation.description).toContain('/{password}')
  })

  test('API-12 DELETE of a QR code names its own parameter', () => {
    const operation = operationOf('delete', '/api/qrcode/{provider}')
    expect(operation['x-path']).toBe('/api/qrcode/{qrcodeId}')
    expect(operation.description).toContain('qrcodeId')
  })

  test('security follows access', () => {
    expect(operationOf('post', '/api/login').security).toEqual([])
    expect(operationOf('get', '/api/wallet').security).toEqual([{ bearer: [] }])
    expect(operationOf('get', '/api/chat/config').security).toEqual([
      { bearer: [] },
      { guest: [] },
      {},
    ])
  })

  test('only calls that take effect once accept a key', () => {
    const keyed = operations.filter((operation) =>
      operation.parameters.some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(keyed).toHaveLength(15)
    expect(keyed.map((operation) => operation['x-row'])).toContain(35)
  })

  test('amounts are numbers on the wire, and a body that refuses other fields says so', () => {
    const body = operationOf('post', '/api/wallet/withdraw').requestBody
    expect(body?.content['application/json']?.schema).toMatchObject({
      properties: { amount: { type: 'number', minimum: 0 } },
      required: ['amount'],
      additionalProperties: false,
    })
    const amount = document.components.schemas['Receipt']?.properties?.['amount']
    expect(amount).toMatchObject({ type: 'number' })
  })

  test('an upload is a form with its file', () => {
    const body = operationOf('post', '/api/wallet/slip').requestBody
    expect(body?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { file: { format: 'binary' }, bankCode: { type: 'string' } },
      required: ['file'],
    })
  })

  test('every refusal is listed at its own status', () => {
    const misplaced = operations.flatMap((operation) =>
      Object.keys(operation.responses)
        .map(Number)
        .filter((status) => status !== 200)
        .flatMap((status) => codesAt(operation, status).map((code) => ({ code, status })))
        .filter(({ code, status }) => refusalStatus[code as RefusalCode] !== status),
    )
    // ERRC-71: a slip in the closed window.
    expect(misplaced).toEqual([{ code: 'SLIP_UPLOAD_FAIL', status: 400 }])
    expect(codesAt(operationOf('post', '/api/wallet/transfer'), 202)).toEqual(['TRANSFER_PENDING'])
    expect(codesAt(operationOf('post', '/api/wallet/transfer'), 409)).toEqual([
      'BONUS_REMAINING',
      'REQUEST_IN_PROGRESS',
      'ABANDONED',
    ])
  })

  test('HOUSE-114 only what a guest writes is refused as blocked', () => {
    const blocked = operations.filter((operation) =>
      codesAt(operation, 403).includes('CHAT_BLOCKED'),
    )
    expect(blocked.map((operation) => operation['x-path'])).toEqual(['/api/chat/send-message'])
  })

  test('ERRC-82 OP-C04 410 410 is the end of service for every call but the one that reports it with 200', () => {
    const without = operations.filter((operation) => operation.responses[410] === undefined)
    expect(without.map((operation) => operation['x-path'])).toEqual(['/api/lookup/active'])
  })
})

// They are read as text here because the contract itself must not import anything about files.
test.each(['limits', 'refusals', 'paths'])(
  '%s.ts imports nothing, so that the page may load it',
  (name) => {
    const file = import.meta.resolve(`@kapao/contract/${name}`)
    expect(readFileSync(new URL(file), 'utf8')).not.toMatch(/^\s*(import\b|export .* from\b)/m)
  },
)

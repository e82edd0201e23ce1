import { describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import {
  calls,
  callsByWord,
  nameOfCall,
  type CallInput,
  type CallOutput,
  type KeyedCallName,
} from './calls.ts'
import {
  refusalsOfEveryCall,
  refusalsOfKeyedCalls,
  refusalsOfMemberCalls,
  type EndpointShape,
} from './endpoint.ts'
import { parametersOf } from './paths.ts'
import { refusalStatus } from './refusals.ts'

const accessOf = { P: 'public', M: 'member', G: 'guest' }

// The table of calls of docs/requirements.md: number, method, path, access.
const table = `
  1 GET /api/lookup/banks P
  2 GET /api/lookup/deposit M
  3 GET /api/lookup/conditions P
  4 GET /api/lookup/agreements P
  5 GET /api/lookup/info P
  6 GET /api/lookup/notice P
  7 GET /api/lookup/contact P
  8 GET /api/lookup/withdraw M
  9 GET /api/lookup/slip M
  10 GET /api/lookup/sources P
  11 GET /api/lookup/active P
  12 GET /api/lookup/registerOTP P
  13 GET /api/lookup/enableChatWidget P
  14 POST /api/account/validate P
  15 POST /api/account P
  16 GET /api/account/profile M
  17 PUT /api/account/profile M
  18 PUT /api/account/bankAccountName M
  19 PUT /api/account/changepwd M
  20 POST /api/login P
  21 POST /api/otp/send P
  22 POST /api/otp/verify P
  23 GET /api/chat/config G
  24 POST /api/chat/send-message G
  25 POST /api/chat/history G
  26 POST /api/chat/upload-image G
  27 POST /api/chat/upload-video G
  28 PUT /api/chat/read-customer/ G
  29 GET /api/wallet M
  30 GET /api/wallet/refresh/slot M
  31 GET /api/wallet/activate/{slotCode} M
  32 GET /api/wallet/account/{slotCode} M
  33 GET /api/wallet/resetpassword/{slotCode} M
  34 POST /api/wallet/add M
  35 POST /api/wallet/transfer M
  36 POST /api/wallet/transferAll M
  37 POST /api/wallet/withdraw M
  38 POST /api/wallet/withdrawAll M
  39 POST /api/wallet/slip M
  40 POST /api/wallet/truelink M
  41 POST /api/invite M
  42 GET /api/invite/bonus M
  43 GET /api/invite/banners M
  44 POST /api/refund M
  45 GET /api/refund/check M
  46 GET /api/refund/receive M
  47 GET /api/refund/addWallet M
  48 GET /api/refund/banners M
  49 GET /api/spinwheel/setup M
  50 POST /api/spinwheel/spin M
  51 GET /api/spinwheel/coupon M
  52 POST /api/spinwheel/coupon/claim M
  53 GET /api/spinwheel/active M
  54 GET /api/qrcode/{provider} M
  55 POST /api/qrcode/{provider} M
  56 DELETE /api/qrcode/{qrcodeId} M
  57 GET /api/autoLogin/{provider}/{username}[/{password}] M
  58 GET /api/bonus M
  59 GET /api/bonus/activate/{code} M
  60 GET /api/bonus/check/active M
  61 GET /api/bonus/check/minimum M
  62 GET /api/bonus/clear M
  63 GET /api/promotion/current M
  64 GET /api/promotion/find/{code} M
  65 GET /api/promotion/activate/{code} M
  66 POST /api/statement M
  67 POST /api/statement/slip M
  68 GET /api/statement/slip/reference/{reference} M
`
  .trim()
  .split('\n')
  .map((line) => {
    const [row, method, path, access] = line.trim().split(' ')
    return { row, method, path, access: accessOf[access as keyof typeof accessOf] }
  })

const all: readonly EndpointShape[] = calls

function callNamed(name: string): EndpointShape {
  const found = all.find((call) => nameOfCall(call) === name)
  if (found === undefined) throw new Error(`no call is named ${name}`)
  return found
}

describe('the list of calls', () => {
  test.each(table)('has row $row: $method $path for $access', ({ row, ...described }) => {
    const call = all.find((one) => one.row === Number(row))
    expect(call).toMatchObject(described)
  })

  test('has the rows 1 to 68, each once', () => {
    const rows = all.flatMap((call) => (call.row === undefined ? [] : [call.row]))
    expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 68 }, (_, at) => at + 1))
  })

  test('adds these calls and no others', () => {
    expect(all.filter((call) => call.row === undefined).map(nameOfCall)).toEqual([
      'POST /api/account/password/forgot',
      'POST /api/account/password/reset',
      'POST /api/logout',
      'POST /api/session/identify',
      'GET /api/sessions',
      'DELETE /api/sessions',
      'DELETE /api/sessions/{id}',
      'POST /api/passkeys/question',
      'POST /api/passkeys/sign-in',
      'POST /api/passkeys/own-question',
      'GET /api/passkeys',
      'POST /api/passkeys',
      'DELETE /api/passkeys/{id}',
      'POST /api/otp/challenge',
      'GET /api/wallet/underway',
      'GET /api/withdrawals/current',
      'GET /api/bonus/offer/{code}',
      'GET /api/bonus/preview',
      'GET /api/bonus/bill',
      'GET /api/promotion/offer/{code}',
      'GET /api/spinwheel/reveal/{commitment}',
      'POST /api/statement/balances',
      'POST /api/statement/before',
      'GET /api/statement/days',
      'GET /api/statement/row/{seq}',
      'GET /api/notices/marks',
      'POST /api/notices',
      'PUT /api/notices/read',
      'GET /api/outcome/{key}',
    ])
  })

  test('names every method and path once', () => {
    const shapes = all.map((call) => nameOfCall(call).replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(all.length)
  })

  test('API-08 has thirteen lookups, all of them GET', () => {
    const lookups = callsByWord.lookup.map(nameOfCall).toSorted()
    const words =
      'active agreements banks conditions contact deposit enableChatWidget info notice registerOTP slip sources withdraw'
    expect(lookups).toEqual(words.split(' ').map((word) => `GET /api/lookup/${word}`))
  })

  test('API-09 the GETs that change something stay GET', () => {
    const changing = all
      .filter((call) => call.row !== undefined && call.method === 'GET')
      .filter((call) => call.keyed === true || call.rate === 'change')
      .map((call) => call.path)
    expect(changing).toEqual([
      '/api/wallet/refresh/slot',
      '/api/wallet/activate/{slotCode}',
      '/api/wallet/resetpassword/{slotCode}',
      '/api/autoLogin/{provider}/{username}[/{password}]',
      '/api/bonus/activate/{code}',
      '/api/bonus/clear',
      '/api/promotion/activate/{code}',
      '/api/invite/bonus',
      '/api/refund/receive',
      '/api/refund/addWallet',
    ])
  })

  test.each(['/api/invite', '/api/refund', '/api/statement', '/api/statement/slip'])(
    'OP-B25 API-10 OP-E13 POST %s takes a bounded page and answers with the total',
    (path) => {
      const { input, output } = callNamed(`POST ${path}`)
      const accepts = (page: unknown, limit: unknown) => input?.safeParse({ page, limit }).success
      expect(accepts(1, 1)).toBe(true)
      expect(accepts(5000, 100)).toBe(true)
      for (const [page, limit] of [
        [0, 10],
        [-1, 10],
        [1.5, 10],
        ['1', 10],
        [1, 0],
        [1, 101],
        [1, 2.5],
        [1, null],
      ]) {
        expect(accepts(page, limit), `${page} ${limit}`).toBe(false)
      }
      expect(Object.keys((output as z.ZodObject).shape)).toContain('total')
    },
  )

  test('API-12 GET and POST take a provider, DELETE the id of a code', () => {
    expect(parametersOf(callNamed('GET /api/qrcode/{provider}').path)).toEqual(['provider'])
    expect(parametersOf(callNamed('POST /api/qrcode/{provider}').path)).toEqual(['provider'])
    expect(parametersOf(callNamed('DELETE /api/qrcode/{qrcodeId}').path)).toEqual(['qrcodeId'])
  })

  test('API-13 a launch takes a path with and without a password', () => {
    const { input } = callNamed('GET /api/autoLogin/{provider}/{username}[/{password}]')
    expect(input?.safeParse({ provider: 'pg', username: 'a' }).success).toBe(true)
    expect(input?.safeParse({ provider: 'pg', username: 'a', password: 'b' }).success).toBe(true)
    expect(input?.safeParse({ provider: 'pg' }).success).toBe(false)
  })
})

describe('every call', () => {
  test.each(all.map((call) => [nameOfCall(call), call] as const))('%s is sound', (_name, call) => {
    const fields = Object.keys(call.input?.shape ?? {})
    const inPath = parametersOf(call.path)
    expect(fields, 'every path parameter is a field').toEqual(expect.arrayContaining(inPath))
    const hasNoBody = ['GET', 'DELETE'].includes(call.method) || call.multipart !== undefined
    expect(hasNoBody && fields.length > inPath.length, 'a field without a place').toBe(false)
    for (const code of call.refusals) expect(refusalStatus).toHaveProperty(code)
    expect(new Set(call.refusals).size, 'no code twice').toBe(call.refusals.length)
    expect(call.summary).toMatch(/^[A-Z].{20,130}\.$/)
  })

  test('OP-E06 calls that take a key refuse unknown fields, all others ignore them', () => {
    const inputs = all.filter((call) => call.input !== null)
    const strict = inputs.filter((call) => call.input?._zod.def.catchall?._zod.def.type === 'never')
    const keyed = inputs.filter((call) => call.keyed === true)
    expect(strict.map(nameOfCall)).toEqual(keyed.map(nameOfCall))
  })

  test('calls that move money or claim something accept a key, and no others do', () => {
    expect(all.filter((call) => call.keyed === true).map(nameOfCall)).toEqual([
      'POST /api/wallet/transfer',
      'POST /api/wallet/transferAll',
      'POST /api/wallet/add',
      'POST /api/wallet/truelink',
      'POST /api/qrcode/{provider}',
      'POST /api/wallet/withdraw',
      'POST /api/wallet/withdrawAll',
      'GET /api/bonus/activate/{code}',
      'GET /api/bonus/clear',
      'GET /api/promotion/activate/{code}',
      'GET /api/invite/bonus',
      'GET /api/refund/receive',
      'GET /api/refund/addWallet',
      'POST /api/spinwheel/spin',
      'POST /api/spinwheel/coupon/claim',
    ])
  })

  test('SEC-18 codes in a path are bounded', () => {
    for (const call of all) {
      for (const name of parametersOf(call.path)) {
        const field = call.input?.shape[name] as z.ZodType
        const fits = (text: string) => field.safeParse(text).success
        expect(fits('0190b3a4-7c1e-7000'), `${nameOfCall(call)} ${name}`).toBe(true)
        for (const bad of ['', 'a'.repeat(129), 'a\u0000b', 'a\nb']) expect(fits(bad)).toBe(false)
      }
    }
  })

  test('the lists of shared refusals hold known codes', () => {
    for (const code of [
      ...refusalsOfEveryCall,
      ...refusalsOfMemberCalls,
      ...refusalsOfKeyedCalls,
    ]) {
      expect(refusalStatus).toHaveProperty(code)
    }
  })
})

test('a client is typed by the name of the call alone', () => {
  expectTypeOf<CallInput<'POST /api/wallet/withdraw'>>().toEqualTypeOf<{ amount: number }>()
  expectTypeOf<CallInput<'GET /api/wallet'>>().toEqualTypeOf<undefined>()
  expectTypeOf<
    CallInput<'GET /api/autoLogin/{provider}/{username}[/{password}]'>['password']
  >().toEqualTypeOf<string | undefined>()
  expectTypeOf<
    CallOutput<'POST /api/wallet/transfer'>['receipt']['amount']
  >().toEqualTypeOf<number>()
  expectTypeOf<CallOutput<'POST /api/chat/send-message'>>().toEqualTypeOf<string>()
  expectTypeOf<'POST /api/login'>().not.toExtend<KeyedCallName>()
  expectTypeOf<'POST /api/wallet/withdraw'>().toExtend<KeyedCallName>()
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deliveryStatuses } from './chat.ts'
import { calls, nameOfCall } from './calls.ts'
import type { EndpointShape } from './endpoint.ts'
import { languages, mainWallet } from './limits.ts'
import { amountIn, transferAmountIn } from './money.ts'
import { parametersOf } from './paths.ts'
import { slipReasons } from './refusals.ts'
import { readWheel } from './spinwheel.ts'
import { transfer } from './transfers.ts'

const all: readonly EndpointShape[] = calls
const withInput = all.flatMap((call) =>
  call.input === null ? [] : [{ call, input: call.input, name: nameOfCall(call) }],
)

describe('the fields of a request', () => {
  test('S27 a call that moves money or claims something refuses unknown fields', () => {
    const counted = withInput.filter(({ call }) => call.keyed)
    expect(counted.length).toBeGreaterThan(8)
    for (const { input, name } of counted) {
      const issues = input.safeParse({ memberId: 'M2', isActive: true }).error?.issues ?? []
      const unknown = issues.find(({ code }) => code === 'unrecognized_keys')
      expect(unknown, name).toMatchObject({ keys: ['memberId', 'isActive'] })
    }
  })

  test('S27 an amount is a number of at most nine digits and two decimals, and no other type is converted', () => {
    for (const codec of [amountIn, transferAmountIn]) {
      for (const good of [0, 1, 0.01, 999_999_999.99])
        expect(codec.safeParse(good)).toMatchObject({ data: String(good) })
      for (const bad of ['1', '1.00', true, null, undefined, [1], {}, 1n, new Date(1)])
        expect(codec.safeParse(bad).success).toBe(false)
      for (const bad of [0.001, 1_000_000_000, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY])
        expect(codec.safeParse(bad).success, String(bad)).toBe(false)
    }
  })

  test('S48 every text of a request has a length limit that is checked before its form', () => {
    for (const { input, name } of withInput)
      for (const { where, schema } of textsOf(z.toJSONSchema(input, { io: 'input' }))) {
        const isBounded =
          schema.maxLength !== undefined || schema.enum !== undefined || schema.const !== undefined
        expect(isBounded || /\{\d*,?\d+\}\$$/.test(schema.pattern ?? ''), `${name} ${where}`).toBe(
          true,
        )
      }
  })

  test('S48 no pattern takes long on any input', () => {
    const forms = new Set(
      withInput.flatMap(({ input }) =>
        textsOf(z.toJSONSchema(input, { io: 'input' })).flatMap(
          ({ schema }) => schema.pattern ?? [],
        ),
      ),
    )
    expect(forms.size).toBeGreaterThan(3)
    const parts = ['a', '0', ' ', '.', '-', '_', '٣', 'ก', '\u200b', 'a.', '0.0', ' \n']
    for (const form of forms) {
      const regex = new RegExp(form, 'u')
      for (const part of parts)
        for (const end of ['', '\0', '!']) regex.test(part.repeat(20_000) + end)
    }
  }, 5_000)

  test('S22 no call accepts the id of a member: the session identifies the caller', () => {
    for (const { call, input, name } of withInput) {
      expect(parametersOf(call.path).filter((one) => /member|user(?!name)/i.test(one))).toEqual([])
      // The chat's own fields, which must name the caller or be empty.
      const fields = Object.keys(input.shape).filter((one) => /member|user_?id/i.test(one))
      expect(call.path.startsWith('/api/chat/') ? [] : fields, name).toEqual([])
    }
  })
})

describe('decisions', () => {
  test('OP-A02 the three paths that the product does not show are these', () => {
    const names = all.map(nameOfCall)
    for (const name of [
      'GET /api/lookup/deposit',
      'GET /api/lookup/withdraw',
      'PUT /api/account/bankAccountName',
    ])
      expect(names).toContain(name)
  })

  test('OP-A13 the misspellings of the product are kept', () => {
    expect(slipReasons).toEqual(expect.arrayContaining(['TRIPPLE_WRONG_CAPTCHA', 'UNKNOW_ERROR']))
    expect(deliveryStatuses).toContain('succeed')
    expect(languages).toContain('la')
    const { activeSpinwheel } = readWheel.output.shape.result.shape
    expect(Object.keys(activeSpinwheel.unwrap().shape)).toEqual(['name', 'slice'])
  })

  test('OP-C12 the main wallet is called wallet where money goes from and to', () => {
    expect(mainWallet).toBe('wallet')
    for (const end of [transfer.input.shape.from, transfer.input.shape.to])
      expect(end.description).toContain("'wallet' for the main wallet, else the code of a game")
  })
})

type Schema = {
  type?: unknown
  pattern?: string
  maxLength?: number
  enum?: unknown
  const?: unknown
  format?: string
}

/** Every text of a JSON schema with its path. */
function textsOf(schema: unknown, where = ''): { where: string; schema: Schema }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.entries(schema).flatMap(([name, part]) => textsOf(part, `${where}.${name}`))
  return 'type' in schema && schema.type === 'string' ? [{ where, schema }, ...inner] : inner
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  amountIn,
  amountOut,
  currencies,
  decimalsOf,
  moneyFromText,
  textOfMoney,
  transferAmountIn,
  type Currency,
} from './money.ts'

const refused = [
  1e21,
  1e-7,
  0.001,
  1.005,
  -1,
  -0.01,
  1_000_000_000,
  Number.MAX_SAFE_INTEGER,
  NaN,
  Infinity,
  -Infinity,
  '1',
  '',
  true,
  false,
  [1],
  [],
  {},
  null,
  undefined,
  1n,
]

describe('an amount in a request', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [0.01, '0.01'],
    [0.1, '0.1'],
    [1.5, '1.5'],
    [4.35, '4.35'],
    [19.99, '19.99'],
    [999_999_999.99, '999999999.99'],
  ])('%d is the text %s', (value, text) => {
    expect(z.decode(amountIn, value)).toBe(text)
  })

  test('OP-E06 a number written 1e2 is 100', () => {
    expect(z.decode(amountIn, JSON.parse('1e2'))).toBe('100')
    expect(z.decode(amountIn, JSON.parse('1.50'))).toBe('1.5')
  })

  test.each(refused.map((value) => [value]))('OP-E06 refuses %s', (value) => {
    expect(amountIn.safeParse(value).success).toBe(false)
  })

  test('any number of satang comes back as the same satang', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (satang) => {
        const written = `${Math.floor(satang / 100)}.${String(satang % 100).padStart(2, '0')}`
        const text = z.decode(amountIn, Number(written))
        expect(moneyFromText(text, 'BAHT')).toEqual({ amount: BigInt(satang), currency: 'BAHT' })
      }),
      { numRuns: 2000 },
    )
  })

  test('any number is either refused or kept exactly', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const result = amountIn.safeParse(value)
        if (!result.success) return
        const money = moneyFromText(result.data, 'BAHT')
        expect(Number(textOfMoney(money!))).toBe(value === 0 ? 0 : value)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the amount of a transfer', () => {
  test('TRF-12 a negative amount is below the minimum, not malformed', () => {
    for (const value of [-1, -0.01, -999_999_999.99, 0]) {
      expect(z.decode(transferAmountIn, value)).toBe('0')
    }
    expect(z.decode(transferAmountIn, 19.99)).toBe('19.99')
  })

  test.each(refused.filter((value) => value !== -1 && value !== -0.01).map((value) => [value]))(
    'OP-E06 refuses %s',
    (value) => {
      expect(transferAmountIn.safeParse(value).success).toBe(false)
    },
  )

  test('OP-E06 refuses a negative number of the wrong form', () => {
    for (const value of [-1e21, -0.001, -1_000_000_000]) {
      expect(transferAmountIn.safeParse(value).success).toBe(false)
    }
  })
})

describe('money', () => {
  const anyCurrency = fc.constantFrom<Currency>(...currencies)

  test('its text is read back as the same money', () => {
    fc.assert(
      fc.property(anyCurrency, fc.bigInt({ min: 0n, max: 999_999_999n }), (currency, amount) => {
        const money = { amount, currency }
        expect(moneyFromText(textOfMoney(money), currency)).toEqual(money)
      }),
      { numRuns: 2000 },
    )
  })

  test('a text of the right form is written the same way, with the decimals of its currency', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(0|[1-9]\d{0,8})\.\d{2}$/), (text) => {
        expect(textOfMoney(moneyFromText(text, 'BAHT')!)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('only a plain decimal number is money', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+eE _x๑')) }),
        (text) => {
          const plain = /^\d{1,9}(\.\d{1,2})?$/.test(text)
          expect(moneyFromText(text, 'BAHT') !== null).toBe(plain)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each<[string, Currency, bigint | null]>([
    ['19.99', 'BAHT', 1999n],
    ['4.35', 'BAHT', 435n],
    ['4.3', 'BAHT', 430n],
    ['4', 'BAHT', 400n],
    ['007.10', 'BAHT', 710n],
    ['5000', 'LAK', 5000n],
    ['5000.00', 'LAK', 5000n],
    ['5000.50', 'LAK', null],
    ['0.01', 'LAK', null],
    ['3', 'COIN', 3n],
    ['3.1', 'COIN', null],
    ['1234567890', 'BAHT', null],
    ['1.234', 'BAHT', null],
    ['.5', 'BAHT', null],
    ['5.', 'BAHT', null],
    ['1\n', 'BAHT', null],
  ])('%j in %s is %s of the smallest unit', (text, currency, amount) => {
    expect(moneyFromText(text, currency)).toEqual(amount === null ? null : { amount, currency })
  })

  test('a negative amount keeps its sign and its digits', () => {
    expect(textOfMoney({ amount: -5n, currency: 'BAHT' })).toBe('-0.05')
    expect(textOfMoney({ amount: -1999n, currency: 'BAHT' })).toBe('-19.99')
    expect(textOfMoney({ amount: -7n, currency: 'LAK' })).toBe('-7')
  })

  test('every currency has its decimals', () => {
    expect(decimalsOf).toEqual({ BAHT: 2, LAK: 0, COIN: 0 })
  })
})

describe('an amount in an answer', () => {
  test('leaves as a number', () => {
    expect(z.encode(amountOut, { amount: 1999n, currency: 'BAHT' })).toBe(19.99)
    expect(z.encode(amountOut, { amount: 435n, currency: 'BAHT' })).toBe(4.35)
    expect(z.encode(amountOut, { amount: 5000n, currency: 'LAK' })).toBe(5000)
  })

  test('keeps every satang up to the maximum of all members together', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), (amount) => {
        const money = { amount, currency: 'BAHT' as const }
        expect(z.encode(amountOut, money).toFixed(2)).toBe(textOfMoney(money))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    [19.99],
    ['19.99'],
    [null],
    [{ amount: 19.99, currency: 'BAHT' }],
    [{ amount: 1999n, currency: 'USD' }],
    [{ amount: 1999n }],
  ])('is never sent as anything but money: %s', (value) => {
    expect(z.safeEncode(amountOut, value as never).success).toBe(false)
  })
})

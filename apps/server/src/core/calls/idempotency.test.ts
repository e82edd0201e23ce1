import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintOf, keyFor } from './idempotency.ts'

const route = 'POST /api/wallet/withdraw'

describe('fingerprintOf', () => {
  test('has the form that the database stores in 16 bytes', () => {
    expect(fingerprintOf(route, { amount: '1' })).toMatch(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    )
  })

  test('OP-E01 the order of fields does not matter, at any depth', () => {
    const one = { amount: '5', to: { party: 'pg', kind: 'game' } }
    const other = { to: { kind: 'game', party: 'pg' }, amount: '5' }
    expect(fingerprintOf(route, one)).toBe(fingerprintOf(route, other))
  })

  test('an absent field and an undefined one make the same body', () => {
    expect(fingerprintOf(route, { amount: '5', note: undefined })).toBe(
      fingerprintOf(route, { amount: '5' }),
    )
  })

  test.each([
    ['the amount', { amount: '5' }, { amount: '5.0' }],
    ['a name', { amount: '5' }, { Amount: '5' }],
    ['text and number', { amount: '5' }, { amount: 5 }],
    ['number and bigint', { amount: 5 }, { amount: 5n }],
    ['bigint and its text', { amount: 5n }, { amount: '5n' }],
    ['null and absent', { note: null }, {}],
    ['null and its text', { note: null }, { note: 'null' }],
    ['a list and its order', { of: ['a', 'b'] }, { of: ['b', 'a'] }],
    ['a list and its grouping', { of: [['a'], 'b'] }, { of: ['a', ['b']] }],
    ['quotes and what they enclose', { a: '1","b":"2' }, { a: '1', b: '2' }],
    ['two instants', { at: new Date(0) }, { at: new Date(1) }],
  ])('%s distinguishes two bodies', (_, one, other) => {
    expect(fingerprintOf(route, one)).not.toBe(fingerprintOf(route, other))
  })

  test('another route has another fingerprint', () => {
    expect(fingerprintOf(route, {})).not.toBe(fingerprintOf('POST /api/wallet/transfer', {}))
  })

  test('two JSON bodies have the same fingerprint exactly when their values are equal', () => {
    const body = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : value !== null && typeof value === 'object'
          ? Object.entries(value)
              .map(([name, part]) => [name, sorted(part)] as const)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .concat([['', '']])
          : value
    fc.assert(
      fc.property(body, body, (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
        expect(fingerprintOf(route, one) === fingerprintOf(route, other)).toBe(same)
      }),
    )
  })
})

describe('keyFor', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 10, 21) + ms)
  const nobody = { memberId: 'm1', key: null }
  const print = fingerprintOf(route, { amount: '5' })

  test('a sent key is used as the key', () => {
    expect(keyFor({ memberId: 'm1', key: 'k-1' }, print, at(0))).toBe('k-1')
  })

  test('without a sent key, calls within five seconds share one, later calls have another', () => {
    const first = keyFor(nobody, print, at(0))
    expect(keyFor(nobody, print, at(4_999))).toBe(first)
    expect(keyFor(nobody, print, at(5_000))).not.toBe(first)
  })

  test('another member or another body has another key', () => {
    const first = keyFor(nobody, print, at(0))
    expect(keyFor({ ...nobody, memberId: 'm2' }, print, at(0))).not.toBe(first)
    expect(keyFor(nobody, fingerprintOf(route, { amount: '6' }), at(0))).not.toBe(first)
  })
})

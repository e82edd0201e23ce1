import { describe, expect, test } from 'vitest'
import { statementText as text } from '../text/en.ts'
import type { Row } from '../queries.ts'
import { activityOf, directionOf, effectOf, flowOf, iconOf } from './activity.ts'

const row = (given: Partial<Row>): Row => ({
  _id: '1',
  seq: 1,
  statementType: 'deposit',
  from: 'SCB',
  to: 'wallet',
  status: 'SUCCESS',
  amount: 100.05,
  currency: 'BAHT',
  createdAt: '2026-11-21T05:00:00.000Z',
  ...given,
})
const names = (code: string | null) =>
  ({ wallet: 'Wallet', pg: 'PG Slot' })[code ?? ''] ?? code ?? '-'
const textOf = (given: Partial<Row>) => activityOf(row(given), text, names)

const types = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const

describe('a row', () => {
  test('STMT-03 OP-B37 each type has a picture, which is drawn here, and a text of its own', () => {
    for (const statementType of types) expect(iconOf(row({ statementType }))).toMatch(/^M[\d.\s]/i)
    expect(new Set(types.map((statementType) => iconOf(row({ statementType })))).size).toBe(5)
    expect(new Set(types.map((statementType) => textOf({ statementType }))).size).toBe(5)
    expect(textOf({ statementType: 'transfer', from: 'pg', to: 'wallet' })).toBe(
      'PG Slot to Wallet',
    )
  })

  test.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw', 'correction'] as const)(
    'STMT-05 the text includes what %s says',
    (about) => {
      expect(
        textOf({ statementType: 'bonus', [about]: { description: 'because of <b>' } }),
      ).toMatch(/· because of <b>$/)
    },
  )

  test('a correction is called one, whatever its type', () => {
    const correction = { description: 'credited to the wrong member' }
    expect(textOf({ statementType: 'withdraw', correction })).toBe(
      'Correction · credited to the wrong member',
    )
  })

  test.each([
    [{}, 'in'],
    [{ statementType: 'bonus', from: 'bonus', to: '' }, 'in'],
    [{ statementType: 'withdraw', from: 'wallet', to: 'SCB' }, 'out'],
    [{ statementType: 'finish_bonus', from: 'pg', to: '' }, 'out'],
    [{ statementType: 'transfer', from: 'wallet', to: 'pg' }, 'out'],
    [{ statementType: 'transfer', from: 'pg', to: 'wallet' }, 'in'],
    [{ statementType: 'transfer', from: 'pg', to: 'joker2' }, 'between'],
  ] as const)('OP-A14 FMT-07 %o goes %s', (given, direction) => {
    expect(directionOf(row(given))).toBe(direction)
  })

  test.each([
    [{}, 'in'],
    [{ statementType: 'bonus', from: 'bonus', to: '' }, 'in'],
    [{ statementType: 'withdraw', from: 'wallet', to: 'SCB' }, 'out'],
    [{ statementType: 'finish_bonus', from: 'pg', to: '' }, 'out'],
    [{ statementType: 'transfer', from: 'wallet', to: 'pg' }, 'between'],
    [{ statementType: 'transfer', from: 'pg', to: 'wallet' }, 'between'],
  ] as const)('SAY-44 %o is drawn as money that goes %s', (given, flow) => {
    expect(flowOf(row(given))).toBe(flow)
  })

  test('SAY-44 the arrow of a transfer shows its way', () => {
    const icon = (from: string, to: string) => iconOf(row({ statementType: 'transfer', from, to }))
    expect(new Set([icon('wallet', 'pg'), icon('pg', 'wallet'), icon('pg', 'joker')]).size).toBe(3)
  })

  test('the effect on the wallet is exact, and nothing while money is on its way in or after a failure', () => {
    expect(effectOf(row({}))).toBe(10_005)
    expect(effectOf(row({ status: 'PENDING' }))).toBe(0)
    expect(effectOf(row({ from: 'wallet', to: 'SCB', status: 'PENDING' }))).toBe(-10_005)
    expect(effectOf(row({ from: 'wallet', to: 'SCB', status: 'FAILED' }))).toBe(0)
    expect(effectOf(row({ from: 'pg', to: 'joker2' }))).toBe(0)
  })
})

import { expect, test } from 'vitest'
import { statementText as text } from '../text/en.ts'
import type { Row } from '../queries.ts'
import { lineOf, sumOf } from './lines.ts'

const row = (given: Partial<Row>): Row => ({
  _id: '019f-1',
  seq: 7,
  statementType: 'transfer',
  from: 'wallet',
  to: 'pg',
  status: 'SUCCESS',
  amount: 1_234.5,
  currency: 'BAHT',
  createdAt: '2026-11-21T05:00:00.000Z',
  ...given,
})
const nameOf = (code: string | null) => code ?? ''

test('FMT-01 FMT-07 a line has the time, the activity and the amount, with its sign and without commas', () => {
  expect(lineOf(row({}), text, nameOf)).toEqual({
    number: '7',
    when: '21/11/2026 12:00:00',
    activity: 'wallet to pg',
    status: 'Success',
    amount: '-1234.50',
    currency: 'baht',
    effect: '-1234.50',
    reference: '019f-1',
  })
  expect(lineOf(row({ status: 'FAILED' }), text, nameOf)).toMatchObject({
    amount: '-1234.50',
    effect: '0.00',
  })
})

test('sums are exact where decimals drift', () => {
  const tenths = Array.from({ length: 30 }, () => row({ from: 'pg', to: 'wallet', amount: 0.1 }))
  expect(sumOf(tenths)).toBe('3.00')
  expect(sumOf([...tenths, row({ amount: 3.01 })])).toBe('-0.01')
})

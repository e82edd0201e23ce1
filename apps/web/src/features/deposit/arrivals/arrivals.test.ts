import { expect, test } from 'vitest'
import {
  baselineOf,
  depositsIn,
  markOf,
  newestArrival,
  waitsForBonus,
  type Row,
} from './arrivals.ts'

let ids = 0
const row = (given: Partial<Row> = {}): Row =>
  ({
    _id: `row-${(ids += 1)}`,
    statementType: 'deposit',
    from: 'KBANK',
    to: 'wallet',
    status: 'SUCCESS',
    amount: 100,
    currency: 'BAHT',
    createdAt: '2026-11-21T05:00:00.000Z',
    ...given,
  }) as Row

const seen = (old: readonly Row[], given: { pushed?: string[]; read?: string[] } = {}) => ({
  baseline: baselineOf(old),
  pushed: new Set(given.pushed),
  read: new Set(given.read),
})

test('a row that was there before is no news, one that has come since is', () => {
  const old = [row(), row()]
  expect(newestArrival(old, seen(old))).toBeNull()
  const fresh = row()
  expect(newestArrival([fresh, ...old], seen(old))).toBe(fresh)
})

test('a waiting row that is credited now has arrived; one that failed has not', () => {
  const waiting = row({ status: 'PENDING' })
  const credited = { ...waiting, status: 'SUCCESS' as const }
  expect(newestArrival([credited], seen([waiting]))).toBe(credited)
  expect(newestArrival([{ ...waiting, status: 'FAILED' }], seen([waiting]))).toBeNull()
})

test('DEP-13 money that waits for a bonus is shown, a mere request is not, unless the server reports its money', () => {
  const bonus = { description: 'waiting' }
  const held = row({ status: 'PENDING', bonus })
  const wish = row({ status: 'PENDING' })
  expect(waitsForBonus(held)).toBe(true)
  expect(waitsForBonus(wish)).toBe(false)
  expect(waitsForBonus(row({ bonus }))).toBe(false)
  expect(newestArrival([wish, held], seen([]))).toBe(held)
  expect(newestArrival([wish], seen([], { pushed: [wish._id] }))).toBe(wish)
})

test('a dismissed row stays dismissed, until the same money has moved on', () => {
  const held = row({ status: 'PENDING', bonus: { description: 'waiting' } })
  const read = [markOf(held)]
  expect(newestArrival([held], seen([], { read }))).toBeNull()
  const credited = { ...held, status: 'SUCCESS' as const }
  expect(newestArrival([credited], seen([], { read }))).toBe(credited)
})

test('only deposits count', () => {
  const bonus = row({ statementType: 'bonus' })
  const deposit = row()
  expect(depositsIn([bonus, deposit])).toEqual([deposit])
})

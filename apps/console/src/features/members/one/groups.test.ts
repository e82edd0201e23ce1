import type { TimelineRow } from '@kapao/contract/console/members'
import { expect, test } from 'vitest'
import { groupsOf, netOf } from './groups.ts'

let made = 0
const into = (game: string, amount: string, part: Partial<TimelineRow> = {}): TimelineRow => ({
  id: String((made += 1)),
  at: '2026-11-27T05:00:00.000Z',
  sort: 'game',
  what: 'statement.transfer',
  state: 'SUCCESS',
  sum: { amount, currency: 'BAHT' },
  left: null,
  by: null,
  detail: { form: 'places', from: 'wallet', to: game },
  movement: null,
  work: null,
  ...part,
})
const outOf = (game: string, amount: string) =>
  into(game, amount, { detail: { form: 'places', from: game, to: 'wallet' } })

const lengths = (rows: TimelineRow[]) =>
  groupsOf(rows).map((one) => ('rows' in one ? `${one.rows.length} ${one.game}` : 1))

test('HOUSE-87 transfers with one game that follow one another on a day are one row with what they left the wallet with', () => {
  const rows = [
    into('pg', '100.50'),
    outOf('pg', '20.00'),
    into('pg', '40.00'),
    outOf('pg', '0.25'),
  ]
  expect(lengths(rows)).toEqual(['4 pg'])
  expect(netOf(rows)).toEqual({ sum: { amount: '120.25', currency: 'BAHT' }, sign: '\u2212' })
  expect(netOf([into('pg', '0.05'), outOf('pg', '0.10')])).toMatchObject({
    sum: { amount: '0.05' },
    sign: '+',
  })
  expect(netOf([into('pg', '1.00'), outOf('pg', '1.00')])).toMatchObject({
    sum: { amount: '0.00' },
    sign: '',
  })
  const kip = { currency: 'LAK' } as const
  expect(netOf([into('pg', '1', { sum: { amount: '20000', ...kip } })])).toEqual({
    sum: { amount: '20000', ...kip },
    sign: '\u2212',
  })
})

test('HOUSE-87 another game, another day, a failed transfer and anything else stand for themselves', () => {
  const three = () => [into('pg', '1.00'), into('pg', '1.00'), into('pg', '1.00')]
  expect(lengths(three())).toEqual([1, 1, 1])
  expect(lengths([...three(), into('jili', '1.00')])).toEqual([1, 1, 1, 1])
  // Midnight in Bangkok, not in Greenwich.
  expect(lengths([...three(), into('pg', '1.00', { at: '2026-11-26T16:59:59.000Z' })])).toEqual([
    1, 1, 1, 1,
  ])
  expect(lengths([...three(), into('pg', '1.00', { at: '2026-11-26T17:00:00.000Z' })])).toEqual([
    '4 pg',
  ])
  expect(lengths([...three(), into('pg', '1.00', { state: 'FAILED' })])).toEqual([1, 1, 1, 1])
  expect(lengths([...three(), into('pg', '1.00', { what: 'statement.deposit' })])).toEqual([
    1, 1, 1, 1,
  ])
  expect(
    lengths([...three(), into('pg', '1.00', { what: 'note' }), ...three(), into('pg', '1.00')]),
  ).toEqual([1, 1, 1, 1, '4 pg'])
})

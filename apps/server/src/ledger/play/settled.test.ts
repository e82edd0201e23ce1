import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { countPlay, openBetMs, type Result } from './settled.ts'

const start = Date.parse('2026-11-20T00:00:00Z')
const longAfter = new Date(start + 40 * 24 * hourMs)

/** Results of one game, an hour apart. */
const resultsOf = (game: string, amounts: readonly number[]): Result[] =>
  amounts.map((amount, index) => ({
    game,
    seq: BigInt(index + 1),
    amount: BigInt(amount),
    at: new Date(start + index * hourMs),
  }))

const count = (results: readonly Result[], now = longAfter) => {
  const play = countPlay(results, { now, staysOpen: (game) => game === 'sport' })
  const sum = (of: 'staked' | 'lost') => Number(play.reduce((all, one) => all + one[of], 0n))
  return { staked: sum('staked'), lost: sum('lost') }
}

test.each([
  ['a void bet', [-1600, 1600], { staked: 0, lost: 0 }],
  ['two of them', [-1600, 1600, -1600, 1600], { staked: 0, lost: 0 }],
  ['a part that comes back', [-1600, 1000], { staked: 600, lost: 600 }],
  ['a void bet that hides a small one', [-1601, 1600], { staked: 1, lost: 1 }],
  ['a void bet among others', [-500, -1600, -200, 1600], { staked: 700, lost: 700 }],
  ['a win', [-100, 190], { staked: 0, lost: -90 }],
  ['a win before a loss', [90, -100], { staked: 100, lost: 10 }],
])('CARE-28 where bets stay open %s counts as what has stayed away', (_, amounts, expected) => {
  expect(count(resultsOf('sport', amounts))).toEqual(expected)
})

test('CARE-28 with open bets a stake counts when it has not come back for three days', () => {
  expect(openBetMs).toBe(72 * hourMs)
  const results = resultsOf('sport', [-1600])
  expect(count(results, new Date(start + openBetMs - 1))).toEqual({ staked: 0, lost: 0 })
  expect(count(results, new Date(start + openBetMs))).toEqual({ staked: 1600, lost: 1600 })
})

test.each([
  ['a loss counts at once, and wins reduce nothing', [-100, 60, -80], 180, 120],
  ['a stake that comes back to the satang was none', [-1600, 1600], 0, 0],
  ['nor were the newest together', [-900, -700, 1600], 0, 0],
  ['nor one of them', [-1600, -20, 1600], 20, 20],
  ['a win of another sum is one', [-1600, 1599], 1600, 1],
])('CARE-28 where rounds are decided at once %s', (_, amounts, staked, lost) => {
  expect(count(resultsOf('pg', amounts), new Date(start + 5 * hourMs))).toEqual({ staked, lost })
})

test('CARE-28 the forfeit at the end of a bonus is a loss without play, and games are counted separately', () => {
  const results = [
    ...resultsOf('sport', [-300]),
    ...resultsOf('pg', [300]),
    ...resultsOf('', [-50]),
  ]
  expect(count(results)).toEqual({ staked: 300, lost: 50 })
})

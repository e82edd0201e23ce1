import { expect, test } from 'vitest'
import type { GameAccount } from '#shared/wallet/wallet.ts'
import { groupOf } from '#shared/wallet/groups.ts'
import { findGames, gamesOf } from './find-games.ts'

const game = (code: string, name: string, category: string) =>
  ({ code, name, category, amount: 0 }) as GameAccount
const games = [
  game('pg', 'PG Soft', 'slot'),
  game('sport', 'UFABET', 'sport'),
  game('dealer', 'Live Dealer', 'casino'),
  game('huayhd', 'Huay HD', 'lotto'),
  game('new', 'New', 'arcade'),
]

test('OP-A04 sport includes the casino, and no game is missing', () => {
  expect(['slot', 'sport', 'lotto', 'casino'].map(groupOf)).toEqual([
    'slot',
    'sport',
    'lotto',
    'sport',
  ])
  const codes = (group: 'slot' | 'sport' | 'lotto') => gamesOf(games, group).map(({ code }) => code)
  expect(codes('slot')).toEqual(['pg', 'new'])
  expect(codes('sport')).toEqual(['sport', 'dealer'])
  expect(codes('lotto')).toEqual(['huayhd'])
})

test('SAY-22 those with money come first, the largest amount leading, then those played last', () => {
  const shelf = ['a', 'b', 'c', 'd', 'e'].map((code) => game(code, code, 'slot'))
  const amounts: Record<string, number> = { c: 5, e: 100 }
  const filled = shelf.map((one) => ({ ...one, amount: amounts[one.code] ?? 0 }))
  const codes = gamesOf(filled, 'slot', ['d', 'x', 'c', 'b']).map(({ code }) => code)
  expect(codes).toEqual(['e', 'c', 'd', 'b', 'a'])
})

test.each([
  ['pg', ['pg']],
  ['  HUAY hd', ['huayhd']],
  ['e', ['sport', 'dealer', 'new']],
  ['nothing', []],
])('a search for %s', (words, codes) => {
  expect(findGames(games, words).map(({ code }) => code)).toEqual(codes)
})

import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { findMirrors, isBeyondChance } from './mirror.ts'

const noon = Date.parse('2026-11-20T05:00:00Z')
const at = (minute: number) => new Date(noon + minute * minuteMs)
/** A result that was booked at a minute, a minute after the one before. */
const result = (owner: string, n: number, amount: bigint, minute: number) => ({
  owner,
  n,
  game: 'pg',
  amount,
  since: at(minute - 1),
  at: at(minute),
})
type Result = ReturnType<typeof result>
/** `together` is what others had while the member's results were played. */
const others = (
  mine: Result[],
  opposite: Result[],
  { atStake = 3_000n, together = [] as Result[], shares = [] as number[] } = {},
) =>
  findMirrors(mine, { opposite, together: [...opposite, ...together] }, atStake)
    .filter((mirror) => isBeyondChance(mirror, shares))
    .map(({ other }) => other)

const loss = [result('A', 1, -1_500n, 0)]
const mirror = result('B', 1, 1_500n, 0)
/** A banker's commission is taken from what is won. */
const mirrorOfBanker = { ...mirror, amount: 1_425n }
const beside = (members: number, { n = 1, minute = 0, amount = -1_500n } = {}) =>
  Array.from({ length: members }, (_, one) => result(`C${one}`, n, amount, minute))

test('PLAY-04 one large result that nobody else has at that time is found, in whatever order they look', () => {
  expect(others(loss, [mirror])).toEqual(['B'])
  expect(others(loss, [mirrorOfBanker])).toEqual(['B'])
  expect(others(loss, [{ ...mirror, since: at(-30), at: at(40) }])).toEqual(['B'])
  expect(others(loss, [result('B', 1, 1_500n, 20)])).toEqual([])
})

test('PLAY-09 three further accounts of a pair excuse nothing, whatever they have at that time', () => {
  for (const amount of [-1_500n, 375n, 800n, -9_000n])
    expect(others(loss, [mirrorOfBanker], { together: beside(3, { amount }) })).toEqual(['B'])
  // Neither do theirs that agree: each of them is found, too.
  expect(others(loss, [mirror, ...beside(3, { amount: 1_500n })])).toEqual(['B', 'C0', 'C1', 'C2'])
  // Nor any number of theirs at other times, or of small ones.
  expect(others(loss, [mirror], { together: beside(400, { minute: 9 }) })).toEqual(['B'])
  expect(others(loss, [mirror], { together: beside(400, { amount: 100n }) })).toEqual(['B'])
})

test('PLAY-09 what the pair itself has besides does not hide its agreement: small results, and another of theirs', () => {
  const mine = [...loss, ...[2, 3, 4].map((n) => result('A', n, -300n, n * 10))]
  const theirs = [2, 3, 4].map((n) => result('B', n, -300n, n * 10))
  expect(others(mine, [mirror], { together: theirs })).toEqual(['B'])
  const looksAgain = result('B', 1, -800n, 1)
  expect(others(loss, [mirror], { together: [looksAgain] })).toEqual(['B'])
})

test('PLAY-10 one result is chance where it agrees only to a tenth, or where many might have had it', () => {
  expect(others(loss, [{ ...mirror, amount: 1_350n }])).toEqual([])
  expect(others(loss, [mirrorOfBanker], { together: beside(4) })).toEqual([])
  expect(others(loss, [mirror], { together: beside(4) })).toEqual(['B'])
  expect(others(loss, [mirror], { together: beside(9) })).toEqual([])
})

test('PLAY-10 one result is chance where its size is usual at the game', () => {
  expect(others(loss, [mirror], { shares: [0.04, 0.1, 0.2] })).toEqual(['B'])
  expect(others(loss, [mirror], { shares: [0.2, 0.2, 0.2] })).toEqual([])
})

test('PLAY-10 several mirrored results of one member are beyond chance among many, and at a tenth', () => {
  const mine = [1, 2, 3].map((n) => result('A', n, -1_500n, n * 10))
  const mirrors = mine.map(({ n }) => result('B', n, 1_360n, n * 10))
  const together = mine.flatMap(({ n }) => beside(9, { n, minute: n * 10 }))
  expect(others(mine, mirrors, { together })).toEqual(['B'])
  expect(others(mine, [mirrors[0]!], { together })).toEqual([])
})

test('PLAY-05 what is a small part of the play is not compared further', () => {
  expect(others(loss, [mirror], { atStake: 6_001n })).toEqual([])
  expect(others(loss, [mirror], { atStake: 6_000n })).toEqual(['B'])
})

test('PLAY-05 of many results that anybody may have, a few that agree with some member are chance', () => {
  const mine = Array.from({ length: 20 }, (_, n) => result('A', n, n % 2 ? 100n : -100n, n * 2))
  const around = mine.flatMap(({ n, amount }) =>
    Array.from({ length: 40 }, (_, one) => ({
      ...result(`C${one}`, n, -amount, n * 2 + ((one * 7 + n * n * 13) % 41) - 20),
    })),
  )
  expect(others(mine, around, { atStake: 500n, shares: [0.8, 0.8, 0.8] })).toEqual([])
})

/** As `listResultsTogether` gives them: everything of others while the member's first result was played. */
const added = (mine: Result[], together: Result[]): string[] => others(mine, [], { together })
const long = { ...result('A', 1, -1_500n, 10), since: at(0) }

test('PLAY-04 what the other one has in parts is added up, on either side', () => {
  const parts = [result('B', 1, 700n, 3), result('B', 1, 800n, 8)]
  expect(added([long], parts)).toEqual(['B'])
  const mine = [result('A', 1, -800n, 8), result('A', 2, -700n, 3)]
  const whole = { ...result('B', 1, 1_500n, 10), since: at(0) }
  expect(added(mine, [whole, { ...whole, n: 2 }])).toEqual(['B'])
})

test('PLAY-05 what only follows a result is no part of it, and neither is a part alone', () => {
  const follows = result('B', 1, 800n, 11)
  expect(added([long], [result('B', 1, 700n, 3), follows])).toEqual([])
  expect(added([long], [result('B', 1, 700n, 3), result('B', 1, 300n, 8)])).toEqual([])
})

test('PLAY-09 another account with a sum of that size meanwhile does not make parts that agree chance', () => {
  const parts = [result('B', 1, 700n, 3), result('B', 1, 800n, 8)]
  const others = [-400n, -1_500n, 900n].map((amount, one) => result(`C${one}`, 1, amount, 5))
  expect(added([long], [...parts, ...others])).toEqual(['B'])
})

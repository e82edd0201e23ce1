import { expect, test } from 'vitest'
import { findMirrors } from './mirror.ts'

const noon = Date.parse('2026-11-20T05:00:00Z')
const at = (minute: number) => new Date(noon + minute * 60_000)
/** A result that was booked at a minute, a minute after the one before. */
const result = (owner: string, n: number, amount: bigint, minute: number) => ({
  owner,
  n,
  game: 'pg',
  amount,
  since: at(minute - 1),
  at: at(minute),
})
const others = (
  mine: ReturnType<typeof result>[],
  given: ReturnType<typeof result>[],
  atStake = 3_000n,
) => findMirrors(mine, { opposite: given, together: [] }, atStake).map(({ other }) => other)

const loss = [result('A', 1, -1_500n, 0)]
const mirror = result('B', 1, 1_500n, 0)
const crowd = (members: number, n = 1, minutes = 60) =>
  Array.from({ length: members }, (_, one) =>
    result(`C${one}`, n, 1_500n, one % 2 ? minutes : -minutes),
  )

test('PLAY-04 one large result that nobody else has at that time is found, in whatever order they look', () => {
  expect(others(loss, [mirror])).toEqual(['B'])
  expect(others(loss, [{ ...mirror, since: at(-30), at: at(40) }])).toEqual(['B'])
  expect(others(loss, [result('B', 1, 1_500n, 20)])).toEqual([])
})

test('PLAY-05 where many have such results one that is mirrored is chance; two friends of a thief do not make it so', () => {
  expect(others(loss, [mirror, ...crowd(2)])).toEqual(['B'])
  expect(others(loss, [mirror, ...crowd(3)])).toEqual(['B'])
  expect(others(loss, [mirror, ...crowd(9)])).toEqual([])
  // Results of the mirroring member do not excuse it.
  expect(others(loss, [mirror, ...crowd(9).map((one) => ({ ...one, owner: 'B' }))])).toEqual(['B'])
})

test('PLAY-04 several mirrored results of one member are beyond chance among many', () => {
  const mine = [1, 2, 3].map((n) => result('A', n, -1_500n, n * 10))
  const mirrors = mine.map(({ n }) => result('B', n, 1_490n, n * 10))
  const around = mine.flatMap(({ n }) => crowd(9, n, 50))
  expect(others(mine, [...mirrors, ...around])).toEqual(['B'])
  expect(others(mine, [mirrors[0]!, ...around])).toEqual([])
})

test('PLAY-05 what is a small part of the play is not compared further', () => {
  expect(others(loss, [mirror], 6_001n)).toEqual([])
  expect(others(loss, [mirror], 6_000n)).toEqual(['B'])
})

test('PLAY-05 of many results that anybody may have, a few that agree with some member are chance', () => {
  const mine = Array.from({ length: 20 }, (_, n) => result('A', n, n % 2 ? 100n : -100n, n * 2))
  const around = mine.flatMap(({ n, amount }) =>
    Array.from({ length: 40 }, (_, one) => ({
      ...result(`C${one}`, n, -amount, n * 2 + ((one * 7 + n * n * 13) % 41) - 20),
    })),
  )
  expect(others(mine, around, 500n)).toEqual([])
})

/** As `listResultsTogether` gives them: everything of others while the member's first result was played. */
const added = (
  mine: ReturnType<typeof result>[],
  together: ReturnType<typeof result>[],
): string[] => findMirrors(mine, { opposite: [], together }, 3_000n).map(({ other }) => other)
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

test('PLAY-05 where another member has a sum of that size meanwhile, one sum that agrees is chance', () => {
  const parts = [result('B', 1, 700n, 3), result('B', 1, 800n, 8)]
  expect(added([long], [...parts, result('C', 1, -400n, 5)])).toEqual([])
})

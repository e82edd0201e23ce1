import { expect, test } from 'vitest'
import { NoSuchTests, readChoice } from './choice.ts'

const paths = [
  'apps/server/src/money/withdrawals/kill.test.ts',
  'apps/server/src/money/withdrawals/pay.ts',
  'apps/server/src/money/deposits/deposits.test.ts',
  'packages/contract/src/withdrawals.test.ts',
  'apps/web/src/features/withdraw/amount.test.tsx',
  'e2e/withdraw.e2e.ts',
  'e2e/withdrawals.ts',
  'e2e/login.e2e.ts',
]

test('without a word everything runs, including the check', () => {
  expect(readChoice([], paths)).toEqual({ isProof: false, unit: null, e2e: null, withCheck: true })
})

test('a room’s name runs the tests of its folders and files, and nothing else', () => {
  expect(readChoice(['withdrawals'], paths)).toEqual({
    isProof: false,
    unit: [paths[0], paths[3]],
    e2e: [],
    withCheck: false,
  })
  expect(readChoice(['withdrawals', 'deposits', 'deposits'], paths).unit).toEqual([
    paths[0],
    paths[3],
    paths[2],
  ])
  expect(readChoice([paths[2]!], paths).unit).toEqual([paths[2]])
})

test('a journey is run by its name, and all of them without one', () => {
  expect(readChoice(['--e2e', 'withdraw'], paths)).toMatchObject({ unit: [], e2e: [paths[5]] })
  expect(readChoice(['--e2e'], paths)).toMatchObject({ unit: [], e2e: null, withCheck: false })
})

test('the proof covers everything or the named parts, and never checks the style', () => {
  expect(readChoice(['--proof'], paths)).toEqual({
    isProof: true,
    unit: null,
    e2e: null,
    withCheck: false,
  })
  expect(readChoice(['--proof', 'deposits'], paths)).toMatchObject({ unit: [paths[2]], e2e: [] })
})

test('an unknown room, journey or option is refused in a sentence that lists the valid ones', () => {
  const refusal = (...args: string[]): string => {
    try {
      readChoice(args, paths)
    } catch (error) {
      if (error instanceof NoSuchTests) return error.message
      throw error
    }
    return 'accepted'
  }
  expect(refusal('withdrawal')).toBe(
    'withdrawal is the name of no room; there are deposits withdraw withdrawals.',
  )
  expect(refusal('--e2e', 'withdrawals')).toBe(
    'withdrawals is the name of no journey; there are login withdraw.',
  )
  expect(refusal('--fast')).toBe(
    "Unknown option '--fast'. Only names of rooms or journeys may follow.",
  )
})

import { expect, test } from 'vitest'
import {
  addUp,
  listFailedJourneys,
  listSecondTries,
  listSlowJourneys,
  listSlowTests,
  mayTryAgain,
  readPlaywrightCount,
  readVitestCount,
  readVitestFailures,
} from './counts.ts'

test('a test file that does not load is a failure, though none of its tests failed', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(readVitestCount(report)).toEqual({ passed: 7, failed: 2 })
})

test('failed files and titles are collected, and a few of them are run again', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'a' }],
    },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'b' }],
    },
    { name: 'c.test.ts', status: 'failed', assertionResults: [] },
  ]
  const { files, titles } = readVitestFailures({ testResults })
  expect(files).toEqual(['b.test.ts', 'c.test.ts'])
  expect(titles).toEqual(['b', 'c.test.ts'])
  expect(mayTryAgain(files)).toBe(true)
  expect(mayTryAgain([])).toBe(false)
  expect(mayTryAgain(['1', '2', '3', '4'])).toBe(false)
})

test('slow tests and journeys without a tag are named, so that the time of a run does not grow', () => {
  const tests = [
    { fullName: 'quick', duration: 2_000, tags: [] },
    { fullName: 'slow', duration: 4_000, tags: [] },
    { fullName: 'tagged', duration: 4_000, tags: ['long-1'] },
    { fullName: 'left out', tags: [] },
  ]
  expect(listSlowTests({ testResults: [{ assertionResults: tests }] })).toEqual(['slow'])
  const specs = [
    { title: 'quick', tags: [], tests: [{ results: [{ duration: 2_000 }] }] },
    { title: 'slow', tags: [], tests: [{ results: [{ duration: 9_000 }] }] },
    { title: 'tagged', tags: ['long-1'], tests: [{ results: [{ duration: 9_000 }] }] },
  ]
  expect(listSlowJourneys({ suites: [{ suites: [{ specs }] }] })).toEqual(['slow'])
})

test('two e2e tests in a hundred may need a retry; with more all of them are failures', () => {
  const four = { expected: 195, unexpected: 1, flaky: 4 }
  expect(readPlaywrightCount({ stats: four, errors: [] })).toEqual({ passed: 199, failed: 1 })
  const five = { expected: 194, unexpected: 1, flaky: 5 }
  expect(readPlaywrightCount({ stats: five, errors: [] })).toEqual({ passed: 194, failed: 6 })
  const one = { expected: 5, unexpected: 0, flaky: 1 }
  expect(readPlaywrightCount({ stats: one, errors: [] })).toEqual({ passed: 6, failed: 0 })
})

test('an e2e error outside of tests is a failure', () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0 }
  expect(readPlaywrightCount({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 1 })
})

test('counts add up', () => {
  const counts = [
    { passed: 1, failed: 2 },
    { passed: 10, failed: 20 },
  ]
  expect(addUp(counts)).toEqual({ passed: 11, failed: 22 })
})

test('journeys that passed only at their second try are named', () => {
  const spec = (title: string, status: string) => ({
    title,
    tags: [],
    tests: [{ status, results: [{ duration: 1 }] }],
  })
  const inner = { specs: [spec('withdraws', 'flaky'), spec('deposits', 'expected')] }
  expect(
    listSecondTries({ suites: [{ suites: [inner], specs: [spec('plays', 'flaky')] }] }),
  ).toEqual(['withdraws', 'plays'])
  expect(listSecondTries({})).toEqual([])
})

test('journeys that failed twice are named, with what the second try said', () => {
  const tries = [
    { duration: 1, error: { message: 'late' } },
    { duration: 1, error: { message: '\u001B[31mnot 5.00\u001B[39m\nCall log' } },
  ]
  const specs = [
    { title: 'withdraws', tags: [], tests: [{ status: 'unexpected', results: tries }] },
    { title: 'deposits', tags: [], tests: [{ status: 'flaky', results: tries }] },
  ]
  expect(listFailedJourneys({ suites: [{ specs }] })).toEqual(['withdraws: not 5.00'])
})

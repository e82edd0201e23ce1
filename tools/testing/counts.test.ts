import { expect, test } from 'vitest'
import { addUp, readPlaywrightCount, readVitestCount } from './counts.ts'

test('a test file that does not load is a failure, though no test of it failed', () => {
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

test('two e2e tests may need a second try; with a third all of them are failures', () => {
  const two = { expected: 5, unexpected: 1, flaky: 2 }
  expect(readPlaywrightCount({ stats: two, errors: [] })).toEqual({ passed: 7, failed: 1 })
  const three = { expected: 5, unexpected: 1, flaky: 3 }
  expect(readPlaywrightCount({ stats: three, errors: [] })).toEqual({ passed: 5, failed: 4 })
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

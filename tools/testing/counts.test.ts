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

test('an e2e test that needs a second try is a failure, and so is an error outside of tests', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2 }
  expect(readPlaywrightCount({ stats, errors: [] })).toEqual({ passed: 5, failed: 3 })
  expect(readPlaywrightCount({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4 })
})

test('counts add up', () => {
  const counts = [
    { passed: 1, failed: 2 },
    { passed: 10, failed: 20 },
  ]
  expect(addUp(counts)).toEqual({ passed: 11, failed: 22 })
})

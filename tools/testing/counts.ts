export type Count = { passed: number; failed: number }

/** From Vitest's JSON report; a file that does not even load counts as one failure. */
export function readVitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
}

/** A browser on a busy machine stumbles now and then; what stumbles more often than this is broken. */
const secondTriesMax = 2

/** From Playwright's JSON report; few tests may need a second try, and the list names them as flaky. */
export function readPlaywrightCount(report: unknown): Count {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: unknown[]
  }
  const excused = stats.flaky <= secondTriesMax ? stats.flaky : 0
  return {
    passed: stats.expected + excused,
    failed: stats.unexpected + (stats.flaky - excused) + errors.length,
  }
}

export function addUp(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}

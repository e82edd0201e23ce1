export type Count = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** A machine that is busy makes a test late now and then; when more files than this fail, something is broken. */
const filesAgainMax = 3

/** From Vitest's JSON report; a file that does not even load counts as one failure. */
export function readVitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
}

/** The files in which something failed and the titles of it, from Vitest's JSON report. */
export function readVitestFailures(report: unknown): { files: string[]; titles: string[] } {
  const failed = (report as VitestReport).testResults.filter(({ status }) => status === 'failed')
  const titles = failed.flatMap(({ name, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    return tests.length > 0 ? tests.map(({ fullName }) => fullName) : [name]
  })
  return { files: failed.map(({ name }) => name), titles }
}

/** Whether so few files failed that they are run once more, alone. */
export function mayTryAgain(files: readonly string[]): boolean {
  return files.length > 0 && files.length <= filesAgainMax
}

/**
 * Two processors that others use as well make a browser stumble now and then. Once in a hundred was asked for and not kept on
 * such a machine; what stumbles more often than this is broken.
 */
const secondTriesShare = 0.02

/** From Playwright's JSON report; few tests may need a second try, and the list names them as flaky. */
export function readPlaywrightCount(report: unknown): Count {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: unknown[]
  }
  const tried = stats.expected + stats.unexpected + stats.flaky
  const excused = stats.flaky <= Math.max(1, tried * secondTriesShare) ? stats.flaky : 0
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

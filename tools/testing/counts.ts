import { stripVTControlCharacters } from 'node:util'

export type Count = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; duration?: number; tags: string[] }[]
  }[]
}

type PlaywrightSpec = {
  title: string
  tags: string[]
  tests: { status?: string; results: { duration: number; error?: { message?: string } }[] }[]
}

type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: PlaywrightSpec[] }

/** Twice what is long (docs/testing.md): on a busy machine everything takes longer. */
const slowMs = { test: 3_000, journey: 7_000 }

/** On a busy machine a test sometimes times out; when more files than this fail, something is broken. */
const filesAgainMax = 3

/** From Vitest's JSON report; a file that does not load counts as one failure. */
export function readVitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
}

/** The files with failures and their titles, from Vitest's JSON report. */
export function readVitestFailures(report: unknown): { files: string[]; titles: string[] } {
  const failed = (report as VitestReport).testResults.filter(({ status }) => status === 'failed')
  const titles = failed.flatMap(({ name, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    return tests.length > 0 ? tests.map(({ fullName }) => fullName) : [name]
  })
  return { files: failed.map(({ name }) => name), titles }
}

/** Tests that should carry a tag of long tests, by their titles. */
export function listSlowTests(report: unknown): string[] {
  const { testResults } = report as VitestReport
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ duration = 0, tags }) => tags.length === 0 && duration > slowMs.test)
    .map(({ fullName }) => fullName)
}

export function listSlowJourneys(report: unknown): string[] {
  const list = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
    ...suites.flatMap(list),
    ...specs
      .filter(({ tags }) => tags.length === 0)
      .filter(({ tests }) => tests.some(({ results }) => results[0]!.duration > slowMs.journey))
      .map(({ title }) => title),
  ]
  return list(report as PlaywrightSuite)
}

/** The titles of journeys that failed at first and passed then. */
export function listSecondTries(report: unknown): string[] {
  return listJourneys(report, 'flaky').map(({ title }) => title)
}

/** The titles of journeys that failed twice, each with the first line of what its last try said. */
export function listFailedJourneys(report: unknown): string[] {
  return listJourneys(report, 'unexpected').map(({ title, tests }) => {
    const said = tests.at(-1)?.results.at(-1)?.error?.message?.split('\n')[0]
    return said === undefined ? title : `${title}: ${stripVTControlCharacters(said)}`
  })
}

function listJourneys(report: unknown, wanted: 'flaky' | 'unexpected'): PlaywrightSpec[] {
  const list = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
    ...suites.flatMap(list),
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)),
  ]
  return list(report as PlaywrightSuite)
}

/** Whether so few files failed that they are run once more, alone. */
export function mayTryAgain(files: readonly string[]): boolean {
  return files.length > 0 && files.length <= filesAgainMax
}

/**
 * Two shared processors sometimes make a browser late. One in a hundred was tried and exceeded on such a machine; more
 * retries than this mean that something is broken.
 */
const secondTriesShare = 0.02

/** From Playwright's JSON report; tests that needed a retry are listed as flaky. */
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

import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../run-tool.ts'
import { environment } from '../start/environment.ts'
import {
  listFailedJourneys,
  listSecondTries,
  listSlowJourneys,
  listSlowTests,
  readPlaywrightCount,
  readVitestCount,
  readVitestFailures,
  type Count,
} from './counts.ts'
import type { LongTag } from './settings.ts'

/** `slow`: the titles of those that should be tagged as long; `titles`: of the failures. */
type Run = { count: Count; slow: string[]; titles: string[] }
/** `again`: the titles of those that passed at their second try. */
export type JourneyRun = Run & { again: string[] }
/** `files` of the failures. */
export type UnitRun = Run & { files: string[] }

export type Tests = { files: readonly string[]; leftOut: readonly LongTag[] }

/** Unit and integration tests, of all files where none is named. */
export function runUnit({ files, leftOut }: Tests): Promise<UnitRun> {
  return withReport(async (report) => {
    const projects = ['--project=server', '--project=web']
    const args = ['run', ...projects, ...files, ...without(leftOut)]
    const code = await runProgram('vitest', [
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ])
    const text = await readFile(report, 'utf8').catch(() => null)
    const count = countOf(text, code, readVitestCount)
    if (text === null) return { count, files: [], titles: [], slow: [] }
    const read: unknown = JSON.parse(text)
    return { count, ...readVitestFailures(read), slow: listSlowTests(read) }
  })
}

/** A cluster whose machines die; skipped, with the reason, where none can be started. */
export function runDrill(leftOut: readonly LongTag[]): Promise<Count> {
  return withReport(async (report) => {
    const args = ['run', '--project=drill', ...without(leftOut)]
    const code = await runProgram('vitest', [
      ...args,
      '--reporter=verbose',
      '--reporter=json',
      `--outputFile=${report}`,
    ])
    return countOf(await readFile(report, 'utf8').catch(() => null), code, readVitestCount)
  })
}

/** Vitest's own filter: no test with one of these tags. */
const without = (tags: readonly LongTag[]): string[] =>
  tags.length === 0 ? [] : [`--tags-filter=${tags.map((tag) => `!${tag}`).join(' && ')}`]

/** Journeys in a browser. */
export function runJourneys({ files, leftOut }: Tests): Promise<JourneyRun> {
  return withReport(async (report) => {
    const skip = leftOut.length === 0 ? [] : [`--grep-invert=@(?:${leftOut.join('|')})\\b`]
    const args = ['test', ...files, ...skip, '--reporter=list,json']
    const code = await runProgram('playwright', args, {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const text = await readFile(report, 'utf8').catch(() => null)
    const read: unknown = text === null ? {} : JSON.parse(text)
    const count = countOf(text, code, readPlaywrightCount)
    const titles = listFailedJourneys(read)
    return { count, titles, slow: listSlowJourneys(read), again: listSecondTries(read) }
  })
}

async function withReport<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-reports-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A run that failed without a failed test (for example a file that does not load) must not count as passed. */
function countOf(text: string | null, code: number, read: (report: unknown) => Count): Count {
  const count = text === null ? { passed: 0, failed: 0 } : read(JSON.parse(text))
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** Runs a tool with the Node of this process, whatever other Node the machine has. */
function runProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = realpathSync(join(repository, 'node_modules/.bin', name))
    const child = spawn(process.execPath, [program, ...args], {
      cwd: repository,
      env: { ...environment, ...env },
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

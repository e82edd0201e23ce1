import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../run-tool.ts'
import { environment } from '../start/environment.ts'
import { readPlaywrightCount, readVitestCount, readVitestFailures, type Count } from './counts.ts'

export type UnitRun = { count: Count; files: string[]; titles: string[] }

/** Unit and integration tests, all of them where no files are named. */
export function runUnit(files: readonly string[]): Promise<UnitRun> {
  return withReport(async (report) => {
    const projects = ['--project=server', '--project=web']
    const args = ['run', ...projects, ...files, '--reporter=default', '--reporter=json']
    const code = await runProgram('vitest', [...args, `--outputFile=${report}`])
    const text = await readFile(report, 'utf8').catch(() => null)
    const failures =
      text === null ? { files: [], titles: [] } : readVitestFailures(JSON.parse(text))
    return { ...failures, count: countOf(text, code, readVitestCount) }
  })
}

/** A cluster whose machines die; skipped, with the reason, where none can be started. */
export function runDrill(): Promise<Count> {
  return withReport(async (report) => {
    const args = ['run', '--project=drill', '--reporter=verbose', '--reporter=json']
    const code = await runProgram('vitest', [...args, `--outputFile=${report}`])
    return countOf(await readFile(report, 'utf8').catch(() => null), code, readVitestCount)
  })
}

/** Journeys in a browser. */
export function runJourneys(files: readonly string[]): Promise<Count> {
  return withReport(async (report) => {
    const code = await runProgram('playwright', ['test', ...files, '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    return countOf(await readFile(report, 'utf8').catch(() => null), code, readPlaywrightCount)
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

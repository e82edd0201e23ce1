import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareBrowser } from './browser.ts'
import { runCheck } from './check.ts'
import { environment } from './start/environment.ts'
import {
  addUp,
  mayTryAgain,
  readPlaywrightCount,
  readVitestCount,
  readVitestFailures,
  type Count,
} from './testing/counts.ts'

type Step = { name: string; run: () => Promise<Count> }
type Ran = { name: string; count: Count; seconds: number }

const repository = join(import.meta.dirname, '..')
const programs = join(repository, 'node_modules/.bin')

const reports = await mkdtemp(join(tmpdir(), 'kapao-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** Told at the end, where whoever reads only the end finds them. */
const failures: string[] = []

const steps: Step[] = [
  {
    name: 'browser',
    run: async () => {
      prepareBrowser(say)
      return { passed: 0, failed: 0 }
    },
  },
  {
    name: 'check',
    run: async () => ({ passed: 0, failed: (await runCheck()) ? 0 : 1 }),
  },
  {
    name: 'unit and integration',
    run: async () => {
      const first = await runVitest()
      const { files, titles } = await readFailures()
      for (const title of titles) failures.push(`failed: ${title}`)
      if (!mayTryAgain(files)) return first
      const again = await runVitest(files)
      for (const title of (await readFailures()).titles) failures.push(`failed again: ${title}`)
      return { passed: first.passed + first.failed - again.failed, failed: again.failed }
    },
  },
  {
    name: 'e2e',
    run: async () => {
      const code = await runProgram('playwright', ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      })
      return readReport(playwrightReport, code, readPlaywrightCount)
    },
  },
]

try {
  const ran: Ran[] = []
  for (const step of steps) ran.push(await runStep(step))
  const total = addUp(ran.map(({ count }) => count))
  say(`\n${ran.map(describe).join('\n')}\n`)
  for (const failure of failures) say(failure)
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
} finally {
  await rm(reports, { recursive: true, force: true })
}

/** A step that breaks down is told and counted, and the others still run. */
async function runStep({ name, run }: Step): Promise<Ran> {
  say(`\n== ${name}`)
  const begin = performance.now()
  const count = await run().catch((error: Error): Count => {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1 }
  })
  return { name, count, seconds: (performance.now() - begin) / 1000 }
}

async function runVitest(files: readonly string[] = []): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`]
  await rm(vitestReport, { force: true })
  const code = await runProgram('vitest', ['run', ...files, ...reporters])
  return readReport(vitestReport, code, readVitestCount)
}

async function readFailures(): Promise<ReturnType<typeof readVitestFailures>> {
  const text = await readFile(vitestReport, 'utf8').catch(() => null)
  return text === null ? { files: [], titles: [] } : readVitestFailures(JSON.parse(text))
}

/** Runs a tool with the Node that runs us, whatever Node the machine has besides. */
function runProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = realpathSync(join(programs, name))
    const child = spawn(process.execPath, [program, ...args], {
      cwd: repository,
      env: { ...environment, ...env },
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** A run that failed without a failed test (a file that does not load, say) must not look like a good one. */
async function readReport(
  path: string,
  code: number,
  read: (report: unknown) => Count,
): Promise<Count> {
  const text = await readFile(path, 'utf8').catch(() => null)
  const count = text === null ? { passed: 0, failed: 0 } : read(JSON.parse(text))
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function describe({ name, count, seconds }: Ran): string {
  const verdict = count.failed === 0 ? 'ok' : 'FAILED'
  const figures = count.passed > 0 ? `${count.passed} passed` : ''
  return `  ${name.padEnd(22)}${verdict.padEnd(8)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${figures}`.trimEnd()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

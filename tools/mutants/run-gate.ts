import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../run-tool.ts'

const ledgerGate = [
  'apps/server/src/core/collect.test.ts',
  'apps/server/src/core/idempotency.test.ts',
  'apps/server/src/ledger/',
  'apps/server/src/modules/outcome/',
  'apps/server/src/modules/rehearsal/',
  'apps/server/src/modules/statement/',
]
const modelRuns = '15'
const patienceMs = 180_000

export type GateResult = {
  passed: boolean
  /** The first tests that failed, by their titles. */
  caughtBy: string[]
  /** What was said when the gate could not be run at all, as with text that is no program. */
  broken: string | null
}

type Report = {
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Runs the tests that guard money in a copy of the sources, until the first one fails. */
export async function runGate(
  folder: string,
  gate: readonly string[] = ledgerGate,
): Promise<GateResult> {
  const first = await runOnce(folder, [...gate, '--bail=1'])
  if (first.passed || first.broken || first.caughtBy.length > 0) return first
  // Tests that run side by side may all be called off by the one that failed; run to the end, it has its name.
  return runOnce(folder, gate)
}

async function runOnce(folder: string, options: readonly string[]): Promise<GateResult> {
  const reportPath = join(folder, 'gate.json')
  await rm(reportPath, { force: true })
  const reporters = ['--reporter=json', `--outputFile=${reportPath}`]
  const { code, output } = await runVitest(folder, [...options, ...reporters])
  const text = await readFile(reportPath, 'utf8').catch(() => null)
  if (text === null) return { passed: false, caughtBy: [], broken: output.slice(0, 600) }
  const report = JSON.parse(text) as Report
  if (report.numTotalTests === 0)
    return { passed: false, caughtBy: [], broken: output.slice(0, 600) }
  return { passed: code === 0, caughtBy: code === 0 ? [] : listFailures(report), broken: null }
}

function listFailures(report: Report): string[] {
  const [named, unnamed]: string[][] = [[], []]
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    const file = name.split('/').at(-1)!.replace('.test.ts', '')
    named!.push(...failed.map((one) => `${file}: ${one.fullName}`))
    // What a file checks at its end, when all its tests are done, is not the failure of any one test.
    if (failed.length === 0 && status === 'failed')
      unnamed!.push(`${file}: at its end: ${message.split('\n')[0]}`)
  }
  return [...named!, ...unnamed!]
}

function runVitest(
  folder: string,
  options: readonly string[],
): Promise<{ code: number; output: string }> {
  const vitest = realpathSync(join(repository, 'node_modules/.bin/vitest'))
  const args = ['run', '--project', 'server', '--maxWorkers=2', ...options]
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: folder,
    env: { ...process.env, KAPAO_MODEL_RUNS: modelRuns },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  const patience = setTimeout(() => child.kill('SIGTERM'), patienceMs)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(patience)
      resolve({ code: code ?? 1, output })
    })
  })
}

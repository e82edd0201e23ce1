import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../run-tool.ts'

export const ledgerGate = [
  'apps/server/src/core/collect.test.ts',
  'apps/server/src/core/idempotency.test.ts',
  'apps/server/src/ledger/',
  'apps/server/src/modules/outcome/',
  'apps/server/src/modules/rehearsal/',
  'apps/server/src/modules/statement/',
]
const modelRuns = '15'
/** A fault may make tests wait for ever. */
const patienceMs = 600_000
/** More than in a usual run: a machine that is busy must not look like a fault. */
const slowly = ['--testTimeout=60000', '--hookTimeout=120000']
const roundsMax = 3
const manyFilesPatienceMs = 60 * 60_000

export type GateResult = {
  passed: boolean
  /** The first tests that failed, by their titles. */
  caughtBy: string[]
  /** The test file of the first of them; null where none failed. */
  file: string | null
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

/** Runs all these tests in a copy of the sources without a fault. */
export function runSound(folder: string, tests: readonly string[]): Promise<GateResult> {
  return runOnce(folder, tests, manyFilesPatienceMs)
}

/** Runs the tests that must notice a fault, until the first one fails. Only a failure that repeats is one of the fault. */
export async function runGate(
  folder: string,
  gate: readonly string[] = ledgerGate,
): Promise<GateResult> {
  let found = await runUntilFailure(folder, gate)
  for (let round = 1; round < roundsMax && found.file !== null; round += 1) {
    const again = await runUntilFailure(folder, [found.file])
    if (!again.passed) return found
    found = await runUntilFailure(folder, gate)
  }
  return found.file === null ? found : { passed: true, caughtBy: [], broken: null, file: null }
}

async function runUntilFailure(folder: string, gate: readonly string[]): Promise<GateResult> {
  const first = await runOnce(folder, [...gate, '--bail=1'])
  if (first.passed || first.broken || first.caughtBy.length > 0) return first
  // Tests that run side by side may all be called off by the one that failed; run to the end, it has its name.
  return runOnce(folder, gate)
}

async function runOnce(
  folder: string,
  options: readonly string[],
  withinMs = patienceMs,
): Promise<GateResult> {
  const reportPath = join(folder, 'gate.json')
  await rm(reportPath, { force: true })
  const reporters = ['--reporter=json', `--outputFile=${reportPath}`]
  const { code, output } = await runVitest(folder, [...options, ...reporters], withinMs)
  const text = await readFile(reportPath, 'utf8').catch(() => null)
  const report = text === null ? null : (JSON.parse(text) as Report)
  if (!report || report.numTotalTests === 0)
    return { passed: false, caughtBy: [], broken: output.slice(0, 600), file: null }
  if (code === 0) return { passed: true, caughtBy: [], broken: null, file: null }
  const failures = listFailures(report)
  const caughtBy = failures.map(({ what }) => what)
  return { passed: false, caughtBy, broken: null, file: failures[0]?.file ?? null }
}

type Failure = { file: string; what: string }

function listFailures(report: Report): Failure[] {
  const [named, unnamed]: Failure[][] = [[], []]
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    const file = name.split('/').at(-1)!.replace('.test.ts', '')
    named!.push(...failed.map((one) => ({ file: name, what: `${file}: ${one.fullName}` })))
    // What a file checks at its end, when all its tests are done, is not the failure of any one test.
    if (failed.length === 0 && status === 'failed')
      unnamed!.push({ file: name, what: `${file}: at its end: ${message.split('\n')[0]}` })
  }
  return [...named!, ...unnamed!]
}

function runVitest(
  folder: string,
  options: readonly string[],
  withinMs: number,
): Promise<{ code: number; output: string }> {
  const vitest = realpathSync(join(repository, 'node_modules/.bin/vitest'))
  const args = ['run', '--project', 'server', '--maxWorkers=2', ...slowly, ...options]
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: folder,
    env: { ...process.env, KAPAO_PROOF: '1', KAPAO_MODEL_RUNS: modelRuns },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  const patience = setTimeout(() => child.kill('SIGTERM'), withinMs)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(patience)
      resolve({ code: code ?? 1, output })
    })
  })
}

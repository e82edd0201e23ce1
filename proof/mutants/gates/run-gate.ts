import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'

const ledgerGate = [
  'apps/server/src/core/db/collect.test.ts',
  'apps/server/src/core/calls/idempotency.test.ts',
  'apps/server/src/ledger/',
  'apps/server/src/desk/outcome/',
  'apps/server/src/records/statement/',
  'apps/server/src/money/transfers/model.test.ts',
]
const modelRuns = '15'
/** A fault may make tests wait forever. */
const patienceMs = 600_000
const roundsMax = 3

/** The test that detected a fault, by its file relative to the sources and its full name. */
export type Killer = { file: string; test: string }

export type GateResult = {
  passed: boolean
  /** The first tests that failed, by their titles. */
  caughtBy: string[]
  /** The test file of the first of them; null where none failed. */
  file: string | null
  test: string | null
  /** The error when the gate could not run at all, for example because of a syntax error. */
  broken: string | null
}

export type GateOrder = {
  tests: readonly string[]
  /** The only test of them to run; null for all. */
  only: string | null
  /** Files changed since the last order, relative to the copy's folder. */
  changed: readonly string[]
}

export type GateReport = {
  testsRun: number
  /** `test`: its full name; null where a file failed outside of its tests. */
  failures: { file: string; test: string | null; what: string }[]
  /** Uncaught errors, outside of tests. */
  errors: string[]
}

export type Gates = {
  /** Records that a fault was planted in this file, or removed. */
  change: (path: string) => void
  /** Why a test, or its whole file, fails without a planted fault; null when it passes. Checked once each. */
  failureWithout: (file: string, test?: string | null) => Promise<string | null>
  /**
   * Runs the tests that must detect a fault, the one that detected it last before the others, until the first failure.
   * Only a failure that repeats, now or since the last hunt, is attributed to the fault.
   */
  runGate: (gate?: readonly string[], last?: Killer | null) => Promise<GateResult>
  close: () => Promise<void>
}

/** Gates in the folder of a copy, all run by one process, which is replaced where a fault keeps it from ending. */
export function openGates(folder: string): Gates {
  let child: ChildProcess | null = null
  let changed: string[] = []
  const sound = new Set<string>()

  async function run(tests: readonly string[], only: string | null = null): Promise<GateResult> {
    child ??= startProcess(folder)
    child.send({ tests, only, changed } satisfies GateOrder)
    changed = []
    const report = await waitForReport(child)
    if (report === null) child = null
    return judge(report, folder)
  }

  return {
    change: (path) => changed.push(path),
    failureWithout: async (file, test = null) => {
      const key = `${file} ${test}`
      if (sound.has(key)) return null
      const alone = test === null ? null : await run([file], test)
      // A test that depends on earlier ones fails alone.
      const { passed, broken, caughtBy } = alone?.passed ? alone : await run([file])
      if (!passed) return `it fails without any fault: ${broken ?? caughtBy.join('; ')}`
      sound.add(key)
      return null
    },
    runGate: async (gate = ledgerGate, last = null) => {
      // It has failed with this fault before, so once is enough.
      const again = last && (await run([last.file], last.test))
      if (again?.file) return again
      let found = await run(gate)
      for (let round = 1; round < roundsMax && found.file !== null; round += 1) {
        const { file, test } = found
        // Most tests fail alone too; one that depends on earlier tests is run with them.
        if (test !== null && (await run([file], test)).file !== null) return found
        if ((await run([file])).file !== null) return found
        found = await run(gate)
      }
      return found.file === null ? found : { ...nothing, passed: true }
    },
    close: async () => {
      if (child?.connected) {
        const ended = once(child, 'exit')
        child.disconnect()
        await ended
      }
    },
  }
}

function startProcess(folder: string): ChildProcess {
  return fork(join(folder, 'proof/mutants/gates/gate-process.ts'), {
    cwd: folder,
    env: { ...process.env, KAPAO_PROOF: '1', KAPAO_MODEL_RUNS: modelRuns },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Null when the process has not answered; then it is killed. */
async function waitForReport(child: ChildProcess): Promise<GateReport | null> {
  const settled = new AbortController()
  const patience = setTimeout(() => settled.abort(), patienceMs)
  const { signal } = settled
  const answered = once(child, 'message', { signal }) as Promise<[GateReport]>
  const ended = once(child, 'exit', { signal }).then(() => null)
  const first = await Promise.race([answered, ended]).catch(() => null)
  clearTimeout(patience)
  settled.abort()
  await Promise.allSettled([answered, ended])
  if (first) return first[0]
  child.kill('SIGTERM')
  return null
}

const nothing: GateResult = { passed: false, caughtBy: [], file: null, test: null, broken: null }

function judge(report: GateReport | null, folder: string): GateResult {
  if (!report) return { ...nothing, broken: 'the tests never ended' }
  const { testsRun, failures, errors } = report
  const caughtBy = failures.map(({ what }) => what)
  if (testsRun === 0) {
    const broken = [...errors, ...caughtBy].join('; ') || 'there are no tests'
    return { ...nothing, broken }
  }
  const [first] = failures
  const passed = !first && errors.length === 0
  const file = first ? relative(folder, first.file) : null
  return { passed, caughtBy, file, test: first?.test ?? null, broken: null }
}

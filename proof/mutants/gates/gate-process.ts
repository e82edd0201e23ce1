import { join } from 'node:path'
import {
  BaseSequencer,
  createVitest,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { createTemplate } from '../../../tools/testing/test-cluster.ts'
import type { GateOrder, GateReport } from './run-gate.ts'

/*
 * Runs gates in the folder of a copy until its parent ends it: one PostgreSQL and one set of compiled sources for all
 * of them, of which only the parts changed by a fault are rebuilt. Most of a gate's time would be spent on that
 * otherwise.
 */

/** Longer than in a usual run: a busy machine must not look like a fault. */
const slowly = { testTimeout: 60_000, hookTimeout: 120_000 }
const folder = process.cwd()
const failuresIn = new Map<string, number>()
const durationsMs = new Map<string, number>()

/** First the files that have detected most faults so far, then the quick ones. */
class LikelyKillersFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const failures = ({ moduleId }: TestSpecification) => failuresIn.get(moduleId) ?? 0
    const lasts = ({ moduleId }: TestSpecification) => durationsMs.get(moduleId) ?? 0
    return Promise.resolve(
      files.toSorted((a, b) => failures(b) - failures(a) || lasts(a) - lasts(b)),
    )
  }
}

let current: GateReport['failures'] | null = null

function note(module: TestModule, test: string | null, what: string): void {
  const name = module.moduleId
    .split('/')
    .at(-1)!
    .replace(/\.test\.tsx?$/, '')
  current?.push({ file: module.moduleId, test, what: `${name}: ${what}` })
  // One failure is enough; running tests are completed.
  void vitest.cancelCurrentRun('test-failure')
}

const reporter = {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') note(test.module, test.fullName, test.fullName)
  },
  onTestModuleEnd(module: TestModule): void {
    durationsMs.set(module.moduleId, module.diagnostic().duration)
    // An assertion at the end of a file, after all its tests, is not the failure of any one test.
    if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
      note(module, null, `at its end: ${module.errors()[0]?.message.split('\n')[0]}`)
  },
}

const vitest = await createVitest({
  root: folder,
  watch: false,
  project: ['server', 'web'],
  maxWorkers: 2,
  reporters: [reporter],
  sequence: { sequencer: LikelyKillersFirst },
  ...slowly,
})
await vitest.standalone()

async function runOrder({ tests, only, changed }: GateOrder): Promise<GateReport> {
  await renew(vitest, changed)
  if (only) vitest.setGlobalTestNamePattern(new RegExp(`^${escape(only)}$`))
  else vitest.resetGlobalTestNamePattern()
  const failures: GateReport['failures'] = []
  current = failures
  const specifications = await vitest.globTestSpecifications([...tests])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  current = null
  for (const { file } of failures.slice(0, 1)) failuresIn.set(file, (failuresIn.get(file) ?? 0) + 1)
  return {
    failures,
    // A name that no test has any more runs nothing, which proves nothing.
    testsRun: testModules
      .flatMap((one) => [...one.children.allTests()])
      .filter((test) => test.result().state !== 'skipped').length,
    errors: unhandledErrors.map((one) => (one as Error).message),
  }
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Discards everything compiled or migrated before a fault was planted or removed. */
async function renew(on: Vitest, changed: readonly string[]): Promise<void> {
  for (const path of changed) on.invalidateFile(join(folder, path))
  if (!changed.some((path) => path.endsWith('.sql'))) return
  const project = on.projects.find(({ name }) => name === 'server')!
  await createTemplate(project.getProvidedContext().postgresUrl)
}

process.on('message', (order: GateOrder) => {
  void runOrder(order).then((report) => process.send!(report))
})
// The cluster's cleanup listens to the end of the process.
process.once('SIGTERM', () => process.exit(1))
process.once('disconnect', () => void vitest.close().then(() => process.exit(0)))

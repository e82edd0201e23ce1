import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repository } from '../run-tool.ts'
import { environment } from '../start/environment.ts'

/** One more than processors: a quarter of the time tests wait for a timeout, a killed process or a countdown. */
export const testWorkers = availableParallelism() + 1

/** How long models run in `npm run proof`; the environment takes precedence. */
const proofSettings = {
  KAPAO_PROOF: '1',
  KAPAO_LONG: '1',
  KAPAO_MODEL_RUNS: '200',
  KAPAO_FUZZ_RUNS: '50',
  KAPAO_THIEF_STEPS: '1000',
}

/** Tests that take seconds carry one of these tags (journeys as `@long-1`): `npm test` runs those of one. */
export const longTags = ['long-1', 'long-2', 'long-3', 'long-4'] as const

export type LongTag = (typeof longTags)[number]

/** Of the tables a sample runs, and of the long tests those with one tag; null where everything runs. */
export type Sample = { seed: string; leftOut: readonly LongTag[] } | null

/** Seeds that follow one another draw each tag in turn. */
export function listLeftOut(seed: string): LongTag[] {
  const drawn = longTags[Number(seed) % longTags.length]
  return longTags.filter((tag) => tag !== drawn)
}

/** Sets once the settings that every process of a run must share; the answer is its sample. */
export function settleRun(isProof = false): Sample {
  if (isProof)
    for (const [name, value] of Object.entries(proofSettings)) environment[name] ??= value
  const seed = (environment['KAPAO_SEED'] ??= seedOfCommit())
  // Servers and sandboxes are started by the hundred: their sources are compiled once.
  environment['NODE_COMPILE_CACHE'] ??= join(
    import.meta.dirname,
    '../../node_modules/.cache/kapao-compile',
  )
  return environment['KAPAO_PROOF'] === '1' ? null : { seed, leftOut: listLeftOut(seed) }
}

/** The same commit runs the same tests; outside of a repository of git always the same. */
export function seedOfCommit(): string {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: repository,
      encoding: 'utf8',
    })
    return String(Number.parseInt(tree.slice(0, 8), 16) % 1_000_000)
  } catch {
    return '0'
  }
}

export function describeSample(sample: Sample): string {
  if (sample === null) return 'every case of every table'
  const { seed, leftOut } = sample
  const tests = leftOut.length === 0 ? '' : `, without the tests of ${leftOut.join(', ')}`
  return `a sample of the large tables${tests}; KAPAO_SEED=${seed} draws the same again`
}

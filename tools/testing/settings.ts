import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
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

/** Sets once the settings that every process of a run must share, and says which sample this run draws. */
export function settleRun(isProof = false): string {
  if (isProof)
    for (const [name, value] of Object.entries(proofSettings)) environment[name] ??= value
  environment['KAPAO_SEED'] ??= String(randomInt(1_000_000))
  // Servers and sandboxes are started by the hundred: their sources are compiled once.
  environment['NODE_COMPILE_CACHE'] ??= join(
    import.meta.dirname,
    '../../node_modules/.cache/kapao-compile',
  )
  return environment['KAPAO_PROOF'] === '1'
    ? 'every case of every table'
    : `a sample of the large tables; KAPAO_SEED=${environment['KAPAO_SEED']} draws the same again`
}

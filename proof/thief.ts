import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../tools/run-tool.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1000' },
    rows: { type: 'string' },
  },
})

/** One long walk of the thief's model; its finding is in the failure, with the steps that led to it. */
const program = realpathSync(join(repository, 'node_modules/.bin/vitest'))
const test = 'apps/server/src/testing/thief/thief.test.ts'
const child = spawn(process.execPath, [program, 'run', test], {
  cwd: repository,
  stdio: 'inherit',
  env: {
    ...process.env,
    KAPAO_THIEF_SEED: values.seed,
    KAPAO_THIEF_STEPS: values.steps,
    ...(values.rows && { KAPAO_THIEF_ROWS: values.rows }),
  },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})

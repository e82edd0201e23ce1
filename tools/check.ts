import { availableParallelism } from 'node:os'
import { describeDiagnostic, runOxlint } from './lint.ts'
import { repository, runTool } from './run-tool.ts'

type Step = {
  name: string
  /** The failure, or null. */
  run: () => Promise<string | null>
}

const tool = (name: string, args: readonly string[]) => async (): Promise<string | null> => {
  const { code, output } = await runTool(name, args)
  return code === 0 ? null : output
}

/** Slow steps first, so that the last one to start is short. */
const steps: Step[] = [
  { name: 'types', run: tool('tsc', ['-b', '--pretty', 'false']) },
  { name: 'tidy', run: tool('vitest', ['run', '-c', 'tools/tidy/vitest.config.ts']) },
  { name: 'lint', run: lint },
  { name: 'unused', run: tool('knip', []) },
  { name: 'format', run: tool('oxfmt', ['--check', '.']) },
]

async function lint(): Promise<string | null> {
  const found = await runOxlint(repository)
  return found.length === 0 ? null : found.map(describeDiagnostic).toSorted().join('\n')
}

/** Runs all static checks; true when none has a finding. */
export async function runCheck(): Promise<boolean> {
  const waiting = [...steps]
  const failures: string[] = []
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const begun = performance.now()
      const problem = await step.run()
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(`${problem === null ? 'ok    ' : 'FAILED'} ${step.name.padEnd(8)} ${seconds} s`)
      if (problem !== null) failures.push(`\n--- ${step.name} ---\n${problem.trim()}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  if (failures.length > 0) console.error(failures.join('\n'))
  return failures.length === 0
}

if (import.meta.main) process.exitCode = (await runCheck()) ? 0 : 1

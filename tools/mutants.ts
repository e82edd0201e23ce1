import { everyMutant } from './mutants/every-mutant.ts'
import type { Mutant } from './mutants/mutant.ts'
import { copySources, type MutantCopy } from './mutants/mutant-copy.ts'
import { ledgerGate, runGate, runSound } from './mutants/run-gate.ts'
import { choose, summarize, type Verdict } from './mutants/verdicts.ts'

/** `npm run requirements` reads what a command proves when it ends well. */
const hunting = { proves: ['F56'] }
const chosen = choose(everyMutant, process.argv.slice(2))

if (chosen.length === 0) {
  console.error(
    `no such mutant; there are:\n${everyMutant.map(({ name }) => `  ${name}`).join('\n')}`,
  )
  process.exitCode = 1
} else process.exitCode = await hunt(chosen)

/** Plants each fault in a copy and expects its tests to fail. One that stays alive is a test that is missing. */
async function hunt(mutants: readonly Mutant[]): Promise<0 | 1> {
  const copy = await copySources()
  try {
    // Whether each fault still fits is known after seconds, not after an hour.
    for (const tests of [['tools/mutants/mutant.test.ts'], testsOf(mutants)]) {
      const sound = await runSound(copy.folder, tests)
      if (sound.passed) continue
      console.error('the tests fail without any fault:', sound.broken ?? sound.caughtBy.join('\n'))
      return 1
    }
    const verdicts = new Map<string, Verdict>()
    for (const mutant of mutants) verdicts.set(mutant.name, await tryMutant(copy, mutant))
    const { text, code } = summarize(verdicts, hunting.proves)
    console.log(`\n${text}`)
    return code
  } finally {
    await copy.remove()
  }
}

/** Each test file once, however many faults share it. */
function testsOf(mutants: readonly Mutant[]): string[] {
  return [...new Set(mutants.flatMap(({ gate = ledgerGate }) => gate))]
}

async function tryMutant(copy: MutantCopy, mutant: Mutant): Promise<Verdict> {
  const begun = performance.now()
  const { passed, caughtBy, broken } = await copy.withMutant(mutant, () =>
    runGate(copy.folder, mutant.gate),
  )
  const verdict = broken !== null ? 'not tried' : passed ? 'alive' : 'killed'
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6)
  const why = broken ?? (passed ? '' : (caughtBy[0] ?? 'the run as a whole'))
  console.log(`${verdict.padEnd(9)} ${seconds} s  ${mutant.name}${why && `: ${why}`}`)
  return verdict
}

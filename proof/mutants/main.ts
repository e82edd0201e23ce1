import { everyMutant } from './every-mutant.ts'
import { keepKillers, readKillers } from './gates/killers.ts'
import type { Mutant } from './mutant.ts'
import { copySources, plantedFile, type MutantCopy } from './mutant-copy.ts'
import { openGates, type Gates, type Killer } from './gates/run-gate.ts'
import { choose, summarize, type Verdict } from './verdicts.ts'

/** `npm run requirements` reads the ids that a command proves when it succeeds. */
const hunting = { proves: ['F56'] }
const fits = 'proof/mutants/mutant.test.ts'
const chosen = choose(everyMutant, process.argv.slice(2))

if (chosen.length === 0) {
  console.error(
    `no such mutant; there are:\n${everyMutant.map(({ name }) => `  ${name}`).join('\n')}`,
  )
  process.exitCode = 1
} else process.exitCode = await hunt(chosen)

/** Plants each fault in a copy and expects its tests to fail. A fault that survives shows a missing test. */
async function hunt(mutants: readonly Mutant[]): Promise<0 | 1> {
  const copy = await copySources()
  const gates = openGates(copy.folder)
  const found = new Map<string, Killer>()
  const ground = { copy, gates, killers: await readKillers(), found }
  try {
    // Reports a fault that no longer fits after seconds, not after an hour.
    const fit = await gates.failureWithout(fits)
    if (fit !== null) {
      console.error(fit)
      return 1
    }
    const verdicts = new Map<string, Verdict>()
    for (const mutant of mutants) verdicts.set(mutant.name, await tryMutant(mutant, ground))
    const { text, code } = summarize(verdicts, hunting.proves)
    console.log(`\n${text}`)
    return code
  } finally {
    await keepKillers(found)
    await gates.close()
    await copy.remove()
  }
}

type Ground = {
  copy: MutantCopy
  gates: Gates
  killers: ReadonlyMap<string, Killer>
  found: Map<string, Killer>
}

async function tryMutant(
  mutant: Mutant,
  { copy, gates, killers, found }: Ground,
): Promise<Verdict> {
  const begun = performance.now()
  const { passed, caughtBy, file, test, ...result } = await copy.withMutant(mutant, () => {
    gates.change(plantedFile(mutant))
    return gates.runGate(mutant.gate, killers.get(mutant.name))
  })
  gates.change(plantedFile(mutant))
  // Tests that fail without any fault prove nothing about this one.
  const broken = result.broken ?? (file && (await gates.failureWithout(file, test)))
  if (broken === null && file && test) found.set(mutant.name, { file, test })
  const verdict = broken !== null ? 'not tried' : passed ? 'alive' : 'killed'
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6)
  const why = broken ?? (passed ? '' : (caughtBy[0] ?? 'the run as a whole'))
  console.log(`${verdict.padEnd(9)} ${seconds} s  ${mutant.name}${why && `: ${why}`}`)
  return verdict
}

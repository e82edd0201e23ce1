import type { Mutant } from './mutants/mutant.ts'
import { copySources, type MutantCopy } from './mutants/mutant-copy.ts'
import { everyMutant } from './mutants/planted/every-mutant.ts'
import { runGate } from './mutants/run-gate.ts'

/** `npm run requirements` reads what a command proves when it ends well. */
const hunting = { proves: ['F56'] }
const words = process.argv.slice(2)
const chosen = everyMutant.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)

if (chosen.length === 0) {
  console.error(
    `no such mutant; there are:\n${everyMutant.map(({ name }) => `  ${name}`).join('\n')}`,
  )
  process.exitCode = 1
} else await hunt(chosen)

/** Plants each fault in a copy and expects the gate to fail. One that survives is a test that is missing. */
async function hunt(mutants: readonly Mutant[]): Promise<void> {
  const copy = await copySources()
  try {
    // A mutant whose text is gone is noticed now, not after an hour.
    for (const mutant of mutants) await copy.withMutant(mutant, () => Promise.resolve())
    for (const gate of gatesOf(mutants)) {
      const sound = await runGate(copy.folder, gate)
      if (sound.passed) continue
      console.error('the gate fails without any mutant:', sound.broken ?? sound.caughtBy.join('\n'))
      process.exitCode = 1
      return
    }
    let killed = 0
    for (const mutant of mutants) if (await isKilled(copy, mutant)) killed += 1
    console.log(`\n${killed} of ${mutants.length} mutants killed (${hunting.proves.join(', ')})`)
    process.exitCode = killed === mutants.length ? 0 : 1
  } finally {
    await copy.remove()
  }
}

/** Each gate once, whoever it is for. */
function gatesOf(mutants: readonly Mutant[]): (readonly string[] | undefined)[] {
  return [...new Map(mutants.map(({ gate }) => [String(gate), gate])).values()]
}

async function isKilled(copy: MutantCopy, mutant: Mutant): Promise<boolean> {
  const begun = performance.now()
  const { passed, caughtBy, broken } = await copy.withMutant(mutant, () =>
    runGate(copy.folder, mutant.gate),
  )
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const verdict = broken
    ? `BROKEN    ${broken}`
    : passed
      ? 'SURVIVED'
      : (caughtBy[0] ?? 'the run as a whole')
  console.log(`${mutant.name.padEnd(45)} ${seconds.padStart(6)} s  ${verdict}`)
  return !broken && !passed
}

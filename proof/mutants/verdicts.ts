import { placeOf, type Mutant } from './mutant.ts'

export type Verdict = 'killed' | 'alive' | 'not tried'

/** A word matches a name, a path (`deposits`, `redeem.ts`) or a function of the database (`deposits_find`). */
export function choose(mutants: readonly Mutant[], words: readonly string[]): Mutant[] {
  if (words.length === 0) return [...mutants]
  return mutants.filter((mutant) =>
    words.some((word) => mutant.name.includes(word) || placeOf(mutant).includes(word)),
  )
}

/** The summary printed at the end, and the exit code: only a hunt that killed every fault succeeds. */
export function summarize(
  verdicts: ReadonlyMap<string, Verdict>,
  proves: readonly string[],
): { text: string; code: 0 | 1 } {
  const named = (wanted: Verdict): string[] =>
    [...verdicts].filter(([, verdict]) => verdict === wanted).map(([name]) => name)
  const [killed, alive, broken] = [named('killed'), named('alive'), named('not tried')]
  const counts = `${killed.length + alive.length} tried, ${killed.length} killed, ${alive.length} alive`
  const lists = [
    ['alive', alive],
    ['could not be tried', broken],
  ] as const
  const listed = lists.flatMap(([what, names]) =>
    names.length > 0 ? [`${what}:`, ...names.map((name) => `  ${name}`)] : [],
  )
  return {
    text: [`${counts} (${proves.join(', ')})`, ...listed].join('\n'),
    code: killed.length === verdicts.size ? 0 : 1,
  }
}

import type { Mutant } from './mutant.ts'

type Edit = readonly [from: string, to: string]
/** One edit for a name, or several that make one fault together. */
type Faults = Readonly<Record<string, Edit | readonly Edit[]>>
/** Paths of tests, such as `money/bonus/{bonus,claims}`; null for those of the ledger. */
type Tests = string | readonly string[] | null

const source = 'apps/server/src/'

/** Faults in one place, which the same tests must detect: in a file (`money/bonus/clear`), or in a function of the database. */
export function faultsIn(place: string, tests: Tests, faults: Faults): Mutant[] {
  const where = place.includes('/') ? { file: fileOf(place) } : { sqlFunction: place }
  return Object.entries(faults).map(([name, edits]) => ({
    name,
    ...gateOf(tests),
    ...where,
    edits: isOne(edits) ? [edits] : edits,
  }))
}

/** A constraint, an index or a right that is gone, by the statement that takes it away. */
export function faultsOfTables(tests: Tests, faults: Readonly<Record<string, string>>): Mutant[] {
  return Object.entries(faults).map(([name, schema]) => ({ name, ...gateOf(tests), schema }))
}

function isOne(edits: Edit | readonly Edit[]): edits is Edit {
  return typeof edits[0] === 'string'
}

function fileOf(place: string): string {
  const file = place.endsWith('.sql') ? place : `${place}.ts`
  return place.startsWith('packages/') ? file : source + file
}

function gateOf(tests: Tests): Pick<Mutant, 'gate'> {
  if (tests === null) return {}
  return { gate: [tests].flat().flatMap(pathsOf) }
}

function pathsOf(tests: string): string[] {
  const [before = '', names = ''] = tests.split(/[{}]/)
  const folder = before.startsWith('tools/') ? before : source + before
  return names.split(',').map((name) => `${folder}${name}.test.ts`)
}

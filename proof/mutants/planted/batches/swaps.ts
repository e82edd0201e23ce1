import type { Mutant } from '../../mutant.ts'

/**
 * Each takes what belongs to the next stranger of the batch: functions that move the money of many at once read it by
 * position.
 */
export type Swap = readonly [name: string, from: string, to: string]

export const next = (array: string, position: string) =>
  `${array}[${position} % cardinality(${array}) + 1]`
/** The values of an array in the opposite order. */
export const turned = (line: string, position: string): [string, string] => [
  line,
  line.replace(` as ${position})`, ` with ordinality as o (${position}, o) order by o desc)`),
]

export function swapsIn(sqlFunction: string, gate: string, swaps: readonly Swap[]): Mutant[] {
  return swaps.map(([name, from, to]) => ({
    name: `batch: ${name}`,
    gate: [`apps/server/src/${gate}/batch.test.ts`],
    sqlFunction,
    edits: [[from, to]],
  }))
}

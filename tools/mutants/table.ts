import type { Mutant } from './mutant.ts'

const modules = 'apps/server/src/modules'

export function testsOf(module: string, ...names: string[]): string[] {
  return names.map((name) => `${modules}/${module}/${name}.test.ts`)
}

type Row = [name: string, file: string, from: string, to: string]

/** Faults of one edit each that the same tests must detect. */
export function table(gate: readonly string[], rows: readonly Row[]): Mutant[] {
  return rows.map(([name, file, from, to]) => ({
    name,
    gate,
    file: `apps/server/src/${file}.ts`,
    edits: [[from, to]],
  }))
}

type FunctionRow = [name: string, sqlFunction: string, from: string, to: string]

/** The same for functions of the database. */
export function functionTable(gate: readonly string[], rows: readonly FunctionRow[]): Mutant[] {
  return rows.map(([name, sqlFunction, from, to]) => ({
    name,
    gate,
    sqlFunction,
    edits: [[from, to]],
  }))
}

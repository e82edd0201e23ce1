import { floors } from '../../apps/server/src/floors.ts'
import type { Mutant } from './mutant.ts'

const folders = floors.flatMap((rooms) => Object.keys(rooms))

/** Tests beside the files of a room, which is named by its word. */
export function testsOf(room: string, ...names: string[]): string[] {
  const folder = folders.find((one) => one.endsWith(`/${room}`))
  if (!folder) throw new Error(`no room is called ${room}`)
  return names.map((name) => `apps/server/src/${folder}/${name}.test.ts`)
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

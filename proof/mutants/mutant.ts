import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { splitStatements } from '../../apps/server/src/core/db/functions/sql-files.ts'

type Edits = readonly (readonly [from: string, to: string])[]

/** A change of a file: of TypeScript, or of the triggers and rights in a file of functions. */
type FileFault = {
  /** The file, from the repository's root. */
  file: string
  /** Each text must occur in the file exactly once, so that a mutant that no longer fits is noticed. */
  edits: Edits
}

/** A change of a function of the database, in the one file that defines it, wherever that is. */
type FunctionFault = {
  sqlFunction: string
  edits: Edits
  /** A constraint or an index that protects the same invariant and must be removed too. */
  also?: string
}

/** A change of a table, an index, a constraint or a right on one, as a statement that fails if that does not exist. */
type SchemaFault = { schema: string }

/** One deliberate fault. */
export type Mutant = {
  name: string
  /** The test files that must detect it; those of the ledger where none are named. */
  gate?: readonly string[]
} & (FileFault | FunctionFault | SchemaFault)

/** The place of the fault; a command may choose mutants by it. */
export function placeOf(mutant: Mutant): string {
  if ('file' in mutant) return mutant.file
  return 'schema' in mutant ? mutant.schema : mutant.sqlFunction
}

/** The text of the file with the fault; throws when a text to change is missing or occurs more than once. */
export function plantInFile(text: string, mutant: FileFault & Mutant): string {
  return edit(text, mutant, mutant.file)
}

/** The statement that creates the function with the fault; it fails under the same conditions as `plantInFile`. */
export function plantInFunction(
  text: string,
  mutant: FunctionFault & Mutant,
): { from: string; to: string } {
  const from = definitionOf(text, mutant.sqlFunction)
  if (from === null) throw new Error(`${mutant.name}: no function ${mutant.sqlFunction}`)
  return { from, to: edit(from, mutant, mutant.sqlFunction) }
}

function edit(
  text: string,
  { name, edits }: { name: string; edits: Edits },
  where: string,
): string {
  let planted = text
  for (const [from, to] of edits) {
    const places = planted.split(from).length - 1
    if (places !== 1)
      throw new Error(`${name}: ${places} places in ${where} read ${JSON.stringify(from)}`)
    planted = planted.replace(from, () => to)
  }
  return planted
}

function definitionOf(text: string, sqlFunction: string): string | null {
  const begin = new RegExp(`^create or replace function ${sqlFunction}\\s*\\(`)
  return splitStatements(text).find((one) => begin.test(one.text))?.text ?? null
}

/** The path and text of the file that defines a function; throws when no file defines it. */
export async function findFunction(
  root: string,
  sqlFunction: string,
): Promise<{ path: string; text: string }> {
  const folder = join(root, 'apps/server/src')
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.sql')) continue
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    if (definitionOf(text, sqlFunction) !== null) return { path, text }
  }
  throw new Error(`no file defines the function ${sqlFunction}`)
}

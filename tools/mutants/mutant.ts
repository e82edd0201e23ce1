type Edits = readonly (readonly [from: string, to: string])[]

/** A change of a TypeScript file. */
type FileFault = {
  /** The file, from the repository's root. */
  file: string
  /** Each text must occur in the file exactly once, so that a mutant that no longer fits is noticed. */
  edits: Edits
}

/**
 * A change of a function of the database. Its definition is read from the migrated database, because a later
 * migration may have replaced the text of an earlier one.
 */
type FunctionFault = {
  sqlFunction: string
  edits: Edits
  /** A constraint or an index that guards the same thing and has to go with it. */
  also?: string
}

/** A change of a table, an index, a constraint, a trigger or a grant, as a statement that fails if there is no such thing. */
type SchemaFault = { schema: string }

/** One deliberate fault. */
export type Mutant = {
  name: string
  /** The test files that must notice; those of the ledger where none are named. */
  gate?: readonly string[]
} & (FileFault | FunctionFault | SchemaFault)

/** Where the fault is planted; a command may choose mutants by it. */
export function placeOf(mutant: Mutant): string {
  if ('file' in mutant) return mutant.file
  return 'schema' in mutant ? mutant.schema : mutant.sqlFunction
}

/** The text of the file with the fault; throws when a text to change is gone or occurs more than once. */
export function plantInFile(text: string, { name, file, edits }: FileFault & Mutant): string {
  let planted = text
  for (const [from, to] of edits) {
    const places = planted.split(from).length - 1
    if (places !== 1)
      throw new Error(`${name}: ${places} places in ${file} read ${JSON.stringify(from)}`)
    planted = planted.replace(from, () => to)
  }
  return planted
}

/** The statements that plant the fault in a migrated database; they fail under the same conditions as `plantInFile`. */
export function statementsOf(mutant: (FunctionFault | SchemaFault) & Mutant): string[] {
  if ('schema' in mutant) return [mutant.schema]
  return [replaceFunction(mutant), ...(mutant.also ? [mutant.also] : [])]
}

function replaceFunction({ name, sqlFunction, edits }: FunctionFault & Mutant): string {
  return `do $plant$
declare
  v_text text := pg_get_functiondef(${literal(sqlFunction)}::regproc);
  v_edits text[] := array[${edits.map((edit) => `array[${edit.map(literal).join(', ')}]`).join(', ')}];
  v_from text;
  v_places int;
begin
  for i in 1 .. array_length(v_edits, 1) loop
    v_from := v_edits[i][1];
    v_places := array_length(string_to_array(v_text, v_from), 1) - 1;
    if v_places <> 1 then
      raise exception '%: % places in % read %', ${literal(name)}, v_places, ${literal(sqlFunction)}, to_json(v_from);
    end if;
    v_text := replace(v_text, v_from, v_edits[i][2]);
  end loop;
  execute v_text;
end $plant$`
}

/** The folder whose migrations make what the fault changes. */
export function migrationsOf(mutant: Mutant): string {
  const folder = 'apps/server/migrations'
  return placeOf(mutant).includes('rehearsal_') ? `${folder}/rehearsal` : folder
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

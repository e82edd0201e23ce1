import {
  dropObject,
  listApplied,
  listLive,
  listSets,
  noteApplied,
  resetRights,
  validateFunction,
  type StoredFunction,
  type Ask,
  type Live,
} from './functions-store.ts'
import { checksumOfFiles, type SqlFile, type SqlObject, type SqlStatement } from './sql-files.ts'

/**
 * Makes the database's functions, triggers and indexes match the files, in one transaction, and answers the names of
 * those it changed. Objects that no file defines any more are dropped; manual changes are reverted.
 */
export async function applyFunctions(ask: Ask, files: readonly SqlFile[]): Promise<string[]> {
  const wanted = objectsOf(files)
  const applied = new Map((await listApplied(ask)).map((one) => [one.name, one]))
  const gone = [...applied.values()].filter(({ name }) => !wanted.has(name))
  const names = [...wanted.keys(), ...gone.map(({ name }) => name)]
  const before = await listLive(ask, names)
  const set = checksumOfFiles(files)
  const isCurrent = sameAs(applied, before)
  const stale = files.filter((file) =>
    file.statements.some(({ object }) => object && !isCurrent(object)),
  )
  const isInForce = (await listSets(ask))[0] === set
  if (stale.length === 0 && gone.length === 0 && isInForce) return []

  return inTransaction(ask, 'the functions are unchanged', async () => {
    // Triggers and indexes before the functions they call.
    for (const one of gone.toSorted(functionsLast)) await dropObject(ask, one)
    await makeFunctions(ask, stale)
    for (const file of stale) await hangOnFunctions(ask, file, { isCurrent, before })

    const after = await listLive(ask, [...wanted.keys()])
    await noteApplied(ask, pairUp(wanted, after), set)
    const digests = digestsOf(before)
    return [...after.filter(({ name, digest }) => digests.get(name) !== digest), ...gone].map(
      ({ name }) => name,
    )
  })
}

/** Whether the database holds an object as its file defines it, by the digest recorded when it was applied. */
function sameAs(
  applied: ReadonlyMap<string, StoredFunction>,
  live: readonly Live[],
): (object: SqlObject) => boolean {
  const digests = digestsOf(live)
  return ({ name, checksum }) => {
    const known = applied.get(name)
    return known?.checksum === checksum && known.digest === digests.get(name)
  }
}

function digestsOf(live: readonly Live[]): ReadonlyMap<string, string> {
  return new Map(live.map(({ name, digest }) => [name, digest]))
}

const functionsLast = (one: SqlObject, other: SqlObject): number =>
  Number(one.kind === 'function') - Number(other.kind === 'function')

function objectsOf(files: readonly SqlFile[]): Map<string, SqlObject> {
  const wanted = new Map<string, SqlObject>()
  const places = new Map<string, string>()
  for (const { path, statements } of files)
    for (const { object } of statements) {
      if (!object) continue
      const first = places.get(object.name)
      if (first) throw new Error(`${object.name} is defined twice, in ${first} and in ${path}`)
      places.set(object.name, path)
      wanted.set(object.name, object)
    }
  return wanted
}

function functionsOf({ statements }: SqlFile): string[] {
  return statements.flatMap(({ object }) => (object?.kind === 'function' ? [object.name] : []))
}

async function makeFunctions(ask: Ask, files: readonly SqlFile[]): Promise<void> {
  const names = files.flatMap((file) => functionsOf(file))
  await resetRights(ask, names)
  // Functions call each other, so their bodies are checked only after all exist.
  await ask('set local check_function_bodies = off')
  for (const file of files)
    for (const statement of file.statements)
      if (statement.object?.kind === 'function') await run(ask, file, statement)
  for (const { name, signatures } of await listLive(ask, names))
    if (signatures > 1)
      throw new Error(
        `${name} has another signature now: give it a new name, and keep the old one for one release`,
      )
  await ask('set local check_function_bodies = on')
  for (const name of names)
    await validateFunction(ask, name).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error })
    })
}

/** Triggers that call functions, indexes over them, and the rights to call them. */
async function hangOnFunctions(
  ask: Ask,
  file: SqlFile,
  { isCurrent, before }: { isCurrent: (object: SqlObject) => boolean; before: readonly Live[] },
): Promise<void> {
  for (const statement of file.statements) {
    const { object, line } = statement
    if (object?.kind === 'function') continue
    // A current object is left alone: replacing it would lock its table.
    if (object && isCurrent(object)) continue
    if (object?.kind === 'index' && before.some(({ name }) => name === object.name))
      throw new Error(
        `${file.path}:${line} an index is not replaced: give a changed one a new name`,
      )
    await run(ask, file, statement)
  }
}

async function run(ask: Ask, { path }: SqlFile, { text, line }: SqlStatement): Promise<void> {
  await ask(text).catch((error: Error) => {
    throw new Error(`${path}:${line} ${error.message}`, { cause: error })
  })
}

/** The record of each applied object. */
function pairUp(wanted: ReadonlyMap<string, SqlObject>, after: readonly Live[]): StoredFunction[] {
  const digests = digestsOf(after)
  return [...wanted.values()].map((object) => ({ ...object, digest: digests.get(object.name)! }))
}

/** `failed` says what has become of it where something goes wrong. */
export async function inTransaction<T>(
  ask: Ask,
  failed: string,
  work: () => Promise<T>,
): Promise<T> {
  await ask('begin')
  try {
    const result = await work()
    await ask('commit')
    return result
  } catch (error) {
    await ask('rollback').catch(() => undefined)
    throw new Error(`${failed}: ${(error as Error).message}`, { cause: error })
  }
}

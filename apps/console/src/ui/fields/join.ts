import { byKey } from '@kapao/contract/console/entry-key'
import { isObject, isSame, type Json, type JsonObject, type Path } from './values.ts'

/** Something that two people have changed: what each of them made of it, or that it is gone. */
export type Clash = { path: Path; mine: Json | undefined; theirs: Json | undefined }
type Side = Json | undefined
type Sides<T extends Side = Side> = { base: T; mine: T; theirs: T }

/**
 * My edit of a value and somebody else's, in one: what only one of us changed is as that one has it, entries of lists
 * paired by what identifies them. What both changed is as I have it, and named.
 */
export function joinEdits(sides: Sides<Json>): { value: Json; clashes: Clash[] } {
  const clashes: Clash[] = []
  return { value: join([], sides, clashes) ?? sides.mine, clashes }
}

function join(path: Path, sides: Sides, clashes: Clash[]): Side {
  const { base, mine, theirs } = sides
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base) || isSame(theirs, mine)) return mine
  const all = [base, mine, theirs]
  if (all.every(isObject)) return joinObjects(path, sides as Sides<JsonObject>, clashes)
  if (all.every((one) => Array.isArray(one))) {
    const joined = joinLists(path, sides as Sides<Json[]>, clashes)
    if (joined) return joined
  }
  clashes.push({ path, mine, theirs })
  return mine
}

function joinObjects(
  path: Path,
  { base, mine, theirs }: Sides<JsonObject>,
  clashes: Clash[],
): Json {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  const parts = [...keys].flatMap((key) => {
    const part = { base: base[key], mine: mine[key], theirs: theirs[key] }
    const joined = join([...path, key], part, clashes)
    return joined === undefined ? [] : [[key, joined] as const]
  })
  return Object.fromEntries(parts)
}

/** Null where nothing says which entries belong together. */
function joinLists(path: Path, sides: Sides<Json[]>, clashes: Clash[]): Json[] | null {
  const { base, mine, theirs } = sides
  // Of lists of words an entry that was changed has another name; its place says which it was.
  const isSameLength = base.length === mine.length && base.length === theirs.length
  if (isSameLength && !base.some(isObject))
    return mine.map(
      (one, at) =>
        join([...path, at], { base: base[at], mine: one, theirs: theirs[at] }, clashes) ?? one,
    )
  const maps = byKey(base, mine, theirs)
  if (!maps) return null
  const [before, own, others] = maps as [Map<string, Json>, Map<string, Json>, Map<string, Json>]
  const added = [...others.keys()].filter((key) => !own.has(key))
  return [...own.keys(), ...added].flatMap((key) => {
    const entry = { base: before.get(key), mine: own.get(key), theirs: others.get(key) }
    const joined = join([...path, key], entry, clashes)
    return joined === undefined ? [] : [joined]
  })
}

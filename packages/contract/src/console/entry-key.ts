/** What identifies an entry of a list inside a setting or a definition. This file imports nothing. */

/** Fields that identify an entry, in the order in which they are looked for. */
const identities = [
  ['id'],
  ['bankCode', 'bankAccountNo'],
  ['mobile'],
  ['code'],
  ['walletAccountName', 'currency'],
  ['name'],
] as const
const keyMax = 80

/** The key of an entry; null where nothing short identifies it. */
export function keyOfEntry(entry: unknown): string | null {
  if (typeof entry === 'string') return shortOf(entry)
  if (typeof entry === 'number' || typeof entry === 'boolean') return String(entry)
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null
  const parts = new Map(Object.entries(entry))
  const named = identities.map((fields) => fields.map((field) => nameIn(parts.get(field))))
  const names = named.find((some) => some.every((name) => name !== null))
  return names ? shortOf(names.join(' ')) : null
}

function shortOf(name: string): string | null {
  return name.length <= keyMax ? name : null
}

function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The entries of lists by their keys, each; null where not every entry of all of them has one of its own. */
export function byKey<T>(...lists: readonly (readonly T[])[]): Map<string, T>[] | null {
  const maps: Map<string, T>[] = []
  for (const list of lists) {
    const map = new Map<string, T>()
    for (const entry of list) {
      const key = keyOfEntry(entry)
      if (key === null || map.has(key)) return null
      map.set(key, entry)
    }
    maps.push(map)
  }
  return maps
}

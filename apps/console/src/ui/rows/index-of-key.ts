const indexes = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>()

/** The place of a row, or -1. The keys of a list are gathered once: a long list is gone through key by key. */
export function indexOfKey<T>(rows: readonly T[], key: string, keyOf: (row: T) => string): number {
  let index = indexes.get(rows)
  if (!index) {
    index = new Map(rows.map((row, at) => [keyOf(row), at]))
    indexes.set(rows, index)
  }
  return index.get(key) ?? -1
}

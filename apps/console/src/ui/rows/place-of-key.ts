const places = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>()

/** The index of a row, or -1. The keys of a list are collected once, because a key press may search a long list. */
export function placeOfKey<T>(rows: readonly T[], key: string, keyOf: (row: T) => string): number {
  let ofList = places.get(rows)
  if (!ofList) {
    ofList = new Map(rows.map((row, at) => [keyOf(row), at]))
    places.set(rows, ofList)
  }
  return ofList.get(key) ?? -1
}

/** A row of a list that holds still: what it was when it was last seen, and whether it has gone meanwhile. */
export type StillRow<T> = { row: T; isGone: boolean }

/**
 * Rows that are shown stay where they are; what is fresh changes them in place. What has arrived is only counted, until
 * somebody asks for it, so that nothing moves under the hand.
 */
export function holdStill<T>(
  held: readonly T[],
  fresh: readonly T[],
  keyOf: (row: T) => string,
): { rows: StillRow<T>[]; arrived: number } {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]))
  const rows = held.map((row) => {
    const now = byKey.get(keyOf(row))
    return { row: now ?? row, isGone: now === undefined }
  })
  const known = new Set(held.map(keyOf))
  return { rows, arrived: fresh.filter((row) => !known.has(keyOf(row))).length }
}

/** The row after or before the current one that is still there; the first one where nothing is current. */
export function neighbour<T>(
  rows: readonly StillRow<T>[],
  { current, step }: { current: string | null; step: 1 | -1 },
  keyOf: (row: T) => string,
): T | null {
  const from = rows.findIndex(({ row }) => keyOf(row) === current)
  if (from === -1) return rows.find(({ isGone }) => !isGone)?.row ?? null
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const one = rows[at]
    if (one && !one.isGone) return one.row
  }
  return null
}

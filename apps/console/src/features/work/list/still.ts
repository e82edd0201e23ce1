import { placeOfKey } from '#ui/rows/place-of-key.ts'

/** A row of a list that holds still: its last known state, and whether it has gone meanwhile. */
export type StillRow<T> = { row: T; isGone: boolean }

/**
 * Shown rows keep their place and are updated in place. New rows are only counted until the operator asks for them, so
 * that nothing moves under the cursor.
 */
export function holdStill<T>(
  held: readonly T[],
  fresh: readonly T[],
  keyOf: (row: T) => string,
): { rows: StillRow<T>[]; arrived: number } {
  // Usually nothing has moved. This runs on many key presses over thousands of rows, so only rows after the first
  // difference are looked up.
  let same = 0
  while (same < held.length && same < fresh.length && isSame(held[same]!, fresh[same]!, keyOf))
    same += 1
  const [heldRest, freshRest] = [held.slice(same), fresh.slice(same)]
  const byKey = new Map(freshRest.map((row) => [keyOf(row), row]))
  const known = new Set(heldRest.map(keyOf))
  return {
    rows: [
      ...fresh.slice(0, same).map((row) => ({ row, isGone: false })),
      ...heldRest.map((row) => {
        const now = byKey.get(keyOf(row))
        return { row: now ?? row, isGone: now === undefined }
      }),
    ],
    arrived: freshRest.filter((row) => !known.has(keyOf(row))).length,
  }
}

function isSame<T>(one: T, other: T, keyOf: (row: T) => string): boolean {
  return one === other || keyOf(one) === keyOf(other)
}

/** The next or previous row that is still there; the first one if none is current. */
export function neighbour<T>(
  rows: readonly StillRow<T>[],
  { current, step }: { current: string | null; step: 1 | -1 },
  keyOf: (row: T) => string,
): T | null {
  const from = current === null ? -1 : placeOfKey(rows, current, ({ row }) => keyOf(row))
  if (from === -1) return rows.find(({ isGone }) => !isGone)?.row ?? null
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const one = rows[at]
    if (one && !one.isGone) return one.row
  }
  return null
}

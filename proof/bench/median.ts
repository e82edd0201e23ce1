/** The median of the measurements; one slow round on a shared machine does not move it. */
export function medianOf(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing was measured')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

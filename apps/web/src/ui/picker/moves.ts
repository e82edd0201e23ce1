/** Where a key leads from a place in a list of so many; null for a key that leads nowhere. */
export function placeAfterKey(key: string, place: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(place + 1, last)
    case 'ArrowUp':
      return Math.max(place - 1, 0)
    case 'PageDown':
      return Math.min(place + 3, last)
    case 'PageUp':
      return Math.max(place - 3, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** The place whose middle is nearest to the middle of what is seen. */
export function placeInMiddle(middles: readonly number[], middle: number): number {
  const distances = middles.map((one) => Math.abs(one - middle))
  return distances.indexOf(Math.min(...distances))
}

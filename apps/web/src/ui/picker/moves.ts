/** The position that a key moves to in a list of `count`; null for a key that moves nowhere. */
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

/** The position whose middle is nearest to the middle of the viewport. */
export function placeInMiddle(middles: readonly number[], middle: number): number {
  const distances = middles.map((one) => Math.abs(one - middle))
  return distances.indexOf(Math.min(...distances))
}

/** The word that was probably meant; null when none is near enough. */
export function nearest(typed: string, words: readonly string[]): string | null {
  const begun = words.filter((word) => word.startsWith(typed))
  if (begun.length === 1) return begun[0]!
  const farthest = Math.max(1, Math.floor(typed.length / 3))
  let best: { word: string; distance: number } | null = null
  for (const word of words) {
    const distance = distanceOf(typed.toLowerCase(), word.toLowerCase())
    if (distance <= farthest && (!best || distance < best.distance)) best = { word, distance }
  }
  return best?.word ?? null
}

/** How many letters have to be added, removed or replaced to turn one word into the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = row[column - 1]! + (letter === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}

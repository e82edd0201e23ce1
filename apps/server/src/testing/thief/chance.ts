/** The same choices for the same seed. */
export type Chance = {
  below: (end: number) => number
  between: (least: number, most: number) => number
  oneOf: <T>(all: readonly T[]) => T
  /** True in this many cases of a hundred. */
  percent: (times: number) => boolean
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to choose the next act.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    oneOf: (all) => all[below(all.length)]!,
    percent: (times) => below(100) < times,
  }
}

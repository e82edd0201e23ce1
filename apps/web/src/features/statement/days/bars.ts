export type DayFigures = { day: string; in: number; out: number }
export type Bar = { x: number; y: number; height: number }
export type Bars = {
  cameIn: (Bar & { day: string })[]
  wentOut: (Bar & { day: string })[]
  zero: number
}

export const step = 22
export const barWidth = 12
export const half = 44
const shortest = 2

/** Bars above a line for money in, below it for money out, all to one scale. */
export function barsOf(days: readonly DayFigures[]): Bars {
  const largest = Math.max(0, ...days.flatMap(({ in: cameIn, out }) => [cameIn, out]))
  const lengthOf = (amount: number): number =>
    amount === 0 ? 0 : Math.max(shortest, Math.round((amount / largest) * half))
  const xOf = (place: number): number => place * step + (step - barWidth) / 2
  return {
    zero: half,
    cameIn: days.map((day, place) => {
      const height = lengthOf(day.in)
      return { day: day.day, x: xOf(place), y: half - height, height }
    }),
    wentOut: days.map((day, place) => ({
      day: day.day,
      x: xOf(place),
      y: half,
      height: lengthOf(day.out),
    })),
  }
}

/** `2026-11-21` in the format that members use. */
export function dayName(day: string): string {
  return day.split('-').toReversed().join('/')
}

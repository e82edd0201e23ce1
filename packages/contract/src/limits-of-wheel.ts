// Only the wheel needs these, and they come with it: limits.ts is in the first file of every visit.

export const wheelSizeMaxPx = 350
export const wheelWidthShare = 0.85
export const wheelResizeDelayMs = 500
export const wheelFriction = 0.991
export const wheelTurnsMin = 3
export const wheelTurnsMax = 4
export const wheelSecondsPerTurnMin = 4
export const wheelSecondsPerTurnMax = 5
/** Scales seconds per turn times turns to the length of the animation: 1.2 to 2 seconds. */
export const wheelDurationScale = 0.1
export const wheelPauseMs = 2_000
/** How much color is left of a sector that did not win. */
export const wheelDarkenShare = 0.25
export const claimDebounceMs = 500

export function wheelSizePx(windowWidthPx: number): number {
  return Math.min(wheelSizeMaxPx, windowWidthPx * wheelWidthShare)
}

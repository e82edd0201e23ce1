import {
  wheelDurationScale,
  wheelFriction,
  wheelSecondsPerTurnMax,
  wheelSecondsPerTurnMin,
  wheelTurnsMin,
} from '@kapao/contract/limits-of-wheel'

export type Motion = { fromDeg: number; toDeg: number; durationMs: number }

/** Two numbers from 0 up to 1: where in the sector the pointer stops, and how fast the wheel turns. */
export type SpinVariation = { within: number; pace: number }

const full = 360
/** Far enough from the edges that the neighbour cannot be mistaken for the winner. */
const edgeShare = 0.12
const framesPerSecond = 60

/** From the current angle, three turns and the part of a fourth that brings the sector under the pointer. */
export function planMotion(
  { place, count, fromDeg }: { place: number; count: number; fromDeg: number },
  { within, pace }: SpinVariation,
): Motion {
  const rest = place + edgeShare + within * (1 - 2 * edgeShare)
  const wanted = full - (rest * full) / count
  const turns = wheelTurnsMin + modulo(wanted - fromDeg, full) / full
  const seconds = wheelSecondsPerTurnMin + pace * (wheelSecondsPerTurnMax - wheelSecondsPerTurnMin)
  return {
    fromDeg,
    toDeg: fromDeg + turns * full,
    durationMs: seconds * turns * wheelDurationScale * 1000,
  }
}

/** The sector under the pointer at the top; sectors run clockwise from there. */
export function placeAt(rotationDeg: number, count: number): number {
  return Math.floor((modulo(-rotationDeg, full) / full) * count)
}

/**
 * How far the wheel has turned after a share of its time: an easing curve, and on top of it the friction of every
 * frame.
 */
export function progressAt(share: number, durationMs: number): number {
  const frames = (durationMs / 1000) * framesPerSecond
  return (1 - wheelFriction ** (frames * ease(share))) / (1 - wheelFriction ** frames)
}

/** The browser animates the wheel with these on its own, however busy the page is. */
export function framesOf({ fromDeg, toDeg, durationMs }: Motion, steps = 90): string[] {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = fromDeg + (toDeg - fromDeg) * progressAt(step / steps, durationMs)
    return `rotate(${angle}deg)`
  })
}

const curve = [0.25, 0.6, 0.25, 1] as const
const halvings = 30

/** The cubic Bezier curve, as CSS defines it: finds the parameter for the time, then the progress at it. */
function ease(share: number): number {
  const [x1, y1, x2, y2] = curve
  let low = 0
  let high = 1
  for (let turn = 0; turn < halvings; turn += 1) {
    const middle = (low + high) / 2
    if (bezier(middle, x1, x2) < share) low = middle
    else high = middle
  }
  return share >= 1 ? 1 : bezier((low + high) / 2, y1, y2)
}

function bezier(t: number, first: number, second: number): number {
  return 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

import { createLine, type CallerLine } from '../../lines/line.ts'

/** The share of all connections that may lock rows; the others stay free for reads. */
const placesShare = 0.6
/** The wait for a connection plus a margin for the callers in front. */
const waitMs = 2_500
/** More than the calls that one member may make at once under all limits together. */
const keyWaitingMax = 100
const waitingMax = 2_000
/** Nobody honest has so many changes waiting. */
const floodFrom = 10

/**
 * The queue in front of transactions that lock an owner's rows. Callers that would wait for rows of the same owner
 * wait here, in the process and without a connection; different owners do not wait for each other while there are
 * slots.
 */
export function createLockLine(connectionsMax: number): CallerLine {
  return createLine({
    atOnceMax: Math.max(1, Math.floor(connectionsMax * placesShare)),
    ownerAtOnceMax: 1,
    waitingMax,
    ownerWaitingMax: keyWaitingMax,
    floodFrom,
    waitMs,
  })
}

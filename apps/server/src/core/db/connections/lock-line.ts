import { createLine, type Line } from '../../jobs/lines/line.ts'

/** Of all connections; the others stay free for reads and for whatever locks nothing. */
const placesShare = 0.6
/** As long as for a connection, and a little for those in front. */
const waitMs = 2_500
/** More than the calls that one member may make at once by all limits together. */
const keyWaitingMax = 100
const waitingMax = 2_000

/**
 * The line in front of transactions that lock somebody's rows. Whoever would wait for a row of the same owner waits here, in
 * the process and without a connection; different owners do not wait for each other as long as there are places.
 */
export function createLockLine(connectionsMax: number): Line {
  return createLine({
    atOnceMax: Math.max(1, Math.floor(connectionsMax * placesShare)),
    ownerAtOnceMax: 1,
    waitingMax,
    ownerWaitingMax: keyWaitingMax,
    waitMs,
  })
}

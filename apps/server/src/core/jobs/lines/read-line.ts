import { createLine, type Line } from './line.ts'

/** Who reads: a member or an operator, or the network of a caller without a session. */
export type Reader = { id: string } | { network: string }

/** Runs a read when its reader has a turn. */
export type ReadLine = <T>(reader: Reader, work: () => Promise<T>) => Promise<T>

/**
 * A page asks for up to eight things at once. More than a few at a time gain it nothing, and each takes a connection and
 * the thread from everybody else.
 */
const readsAtOnce = 4
/** Networks of phones have many members behind one address; what is read without a session is cheap. */
const readsOfNetworkAtOnce = 16
/** The bursts that the limits of reads allow. */
const waitingOfOne = 120
const waitingOfNetwork = 600
const waitingMax = 10_000
/** With the two seconds for a connection, a caller who waits in vain is answered within three (F09). */
const waitMs = 1_000
const floodFrom = 10

/**
 * The queue in front of calls that only read: the reads of one caller wait here, in the process and without a
 * connection, for each other and for nobody else's.
 */
export function createReadLine(): ReadLine {
  const create = (ownerAtOnceMax: number, ownerWaitingMax: number): Line =>
    createLine({
      atOnceMax: Infinity,
      ownerAtOnceMax,
      ownerWaitingMax,
      waitingMax,
      waitMs,
      floodFrom,
    })
  const known = create(readsAtOnce, waitingOfOne)
  const networks = create(readsOfNetworkAtOnce, waitingOfNetwork)
  return (reader, work) =>
    'id' in reader ? known.run(reader.id, work) : networks.run(reader.network, work)
}

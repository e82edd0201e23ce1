import { createFairTurns } from './turns.ts'
import { createLine, type CallerLine } from './line.ts'

/** Who reads: a member or an operator, or the network of a caller without a session. */
export type Reader = { id: string } | { network: string }

/** Reads when its reader has a place, and writes the answer when its reader has a turn of the thread. */
export type ReadLine = <T>(
  reader: Reader,
  read: () => Promise<T>,
  writeAnswer: (found: T) => void,
) => Promise<void>

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
/** Writing a long answer takes milliseconds; the answers to several callers are often found at the same moment. */
const turnMsMax = 4

/**
 * The queue in front of calls that only read: the reads of one caller wait here, in the process and without a
 * connection, for each other and for nobody else's.
 */
export function createReadLine(): ReadLine {
  const create = (ownerAtOnceMax: number, ownerWaitingMax: number): CallerLine =>
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
  const turns = createFairTurns(turnMsMax)
  return (reader, read, writeAnswer) => {
    const [line, owner] = 'id' in reader ? [known, reader.id] : [networks, reader.network]
    return line.run(owner, async () => {
      const found = await read()
      await new Promise<void>((resolve, reject) =>
        turns.run(owner, () => {
          try {
            resolve(writeAnswer(found))
          } catch (error) {
            reject(error)
          }
        }),
      )
    })
  }
}

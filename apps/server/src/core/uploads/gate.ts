import { createLine, NoTurn } from '../lines/line.ts'
import { Refused } from '../refused.ts'
import type { Pace } from './pace.ts'

export type Uploader = {
  /** A member, or the network of a guest. */
  owner: string
  network: string
  isGuest: boolean
}

/** The slot of one upload while its bytes arrive. */
export type UploadSlot = {
  /** Rejects when the slot is needed for another upload. */
  displaced: Promise<never>
  /** Call it for bytes written to disk. */
  add: (bytes: number) => void
}

export type Gate = <T>(
  who: Uploader,
  pace: Pace,
  work: (place: UploadSlot) => Promise<T>,
) => Promise<T>

export type GateLimits = {
  /** More than an attacker has members: one upload for each of a hundred leaves room. */
  all: number
  /** Guest identities cost nothing to make, so members have the remaining slots to themselves. */
  guests: number
  own: number
  /** A network of a phone company has many guests. */
  guestNetwork: number
  /** On disk and incomplete. */
  bytes: number
  waitMs: number
  graceMs: number
  /** Bytes per second; a faster upload is never displaced. At this rate a slip of 2 MB takes a minute. */
  steadyRate: number
  lookEveryMs: number
}

const usual: GateLimits = {
  all: 128,
  guests: 64,
  own: 2,
  guestNetwork: 4,
  bytes: 512 * 1024 * 1024,
  waitMs: 5_000,
  graceMs: 3_000,
  steadyRate: 32 * 1024,
  lookEveryMs: 250,
}
const waitingMax = 64

type OpenUpload = Uploader & { pace: Pace; end: () => void; isLeaving: boolean }

/**
 * Bounds concurrent uploads: each holds a connection and a file. When there is no slot, a newcomer gets the slowest
 * one's, first that of an owner who holds several, and waits briefly for it.
 */
export function createGate(given: Partial<GateLimits> = {}): Gate {
  const limits = { ...usual, ...given }
  const { all, guests, waitMs, lookEveryMs } = limits
  const line = createLine({ atOnceMax: all, waitingMax, waitMs, rankAtOnceMax: [all, guests] })
  const held = new Set<OpenUpload>()
  const wanting = new Set<Uploader>()

  const makeRoom = (): void => {
    let leaving = [...held].filter(({ isLeaving }) => isLeaving).length
    for (const who of wanting) {
      leaving -= 1
      if (leaving < 0) findDisplaced([...held], who, limits)?.end()
    }
  }
  let bytes = 0
  const boundBytes = (): void => {
    if (bytes <= limits.bytes) return
    const staying = [...held].filter(({ isLeaving }) => !isLeaving)
    const large = staying.filter(({ pace }) => pace.bytes >= bytes / held.size)
    large.toSorted((a, b) => a.pace.rate - b.pace.rate)[0]?.end()
  }
  const hold = async <T>(who: Uploader, pace: Pace, work: (place: UploadSlot) => Promise<T>) => {
    const { promise: displaced, reject } = Promise.withResolvers<never>()
    // The work may have ended meanwhile and no longer awaits this.
    displaced.catch(() => undefined)
    const one: OpenUpload = {
      ...who,
      pace,
      isLeaving: false,
      end: () => {
        one.isLeaving = true
        reject(new Refused('SERVICE_BUSY'))
      },
    }
    const add = (more: number): void => {
      pace.add(more)
      bytes += more
      boundBytes()
    }
    held.add(one)
    return work({ displaced, add }).finally(() => {
      held.delete(one)
      bytes -= pace.bytes
    })
  }

  return async (who, pace, work) => {
    const own = [...held, ...wanting].filter(({ owner }) => owner === who.owner).length
    if (own >= (who.isGuest ? limits.guestNetwork : limits.own)) throw new Refused('REQUEST_LIMIT')
    wanting.add(who)
    const begin = () => {
      wanting.delete(who)
      return hold(who, pace, work)
    }
    const looking = setInterval(makeRoom, lookEveryMs)
    const begun = line.run(who.owner, begin, { rank: who.isGuest ? 1 : 0 })
    // Newcomers that were admitted at once are no longer waiting.
    if (wanting.has(who)) makeRoom()
    else clearInterval(looking)
    try {
      return await begun
    } catch (error) {
      throw error instanceof NoTurn ? new Refused('SERVICE_BUSY') : error
    } finally {
      clearInterval(looking)
      wanting.delete(who)
    }
  }
}

/** The upload that a newcomer displaces, if any. */
function findDisplaced(
  held: readonly OpenUpload[],
  newcomer: Uploader,
  { graceMs, steadyRate }: GateLimits,
): OpenUpload | null {
  const countBy = (key: 'owner' | 'network', value: string): number =>
    held.filter((one) => one[key] === value && !one.isLeaving).length
  const own = countBy('owner', newcomer.owner)
  const candidates = held
    .filter((one) => !one.isLeaving && (one.isGuest || !newcomer.isGuest))
    .map((one) => ({
      one,
      ofOwner: countBy('owner', one.owner),
      ofNetwork: countBy('network', one.network),
      rate: one.pace.rate,
    }))
    .filter(({ one, ofOwner, rate }) => {
      if (ofOwner > own + 1) return true
      return ofOwner > own && one.pace.ageMs >= graceMs && rate < steadyRate
    })
  const [first = null] = candidates.toSorted(
    (a, b) =>
      b.ofOwner - a.ofOwner ||
      Number(b.one.isGuest) - Number(a.one.isGuest) ||
      // Among about equally slow ones, one of the network that holds the most.
      stepOf(a.rate) - stepOf(b.rate) ||
      b.ofNetwork - a.ofNetwork ||
      a.rate - b.rate,
  )
  return first?.one ?? null
}

function stepOf(rate: number): number {
  return Math.floor(Math.log2(rate + 1))
}

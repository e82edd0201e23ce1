import { createLine, NoTurn } from '../jobs/lines/line.ts'
import { Refused } from '../calls/refuse.ts'
import type { Pace } from './pace.ts'

export type Uploader = {
  /** A member, or the network of a guest. */
  owner: string
  network: string
  isGuest: boolean
}

/** Of one upload while its bytes come. */
export type Place = {
  /** Rejects when the place is needed for somebody else. */
  displaced: Promise<never>
  /** To be called for what is written to disk. */
  add: (bytes: number) => void
}

export type Gate = <T>(who: Uploader, pace: Pace, work: (place: Place) => Promise<T>) => Promise<T>

export type GateLimits = {
  /** More than any attacker has members: one for each of a hundred leaves room. */
  all: number
  /** Guests cost nothing to make, so members have the others for themselves. */
  guests: number
  own: number
  /** A network of a phone company has many guests. */
  guestNetwork: number
  /** On disk and not whole. */
  bytes: number
  waitMs: number
  graceMs: number
  /** Bytes a second; who sends faster is displaced by nobody. A slip of 2 MB takes a minute so. */
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

type Held = Uploader & { pace: Pace; end: () => void; isLeaving: boolean }

/**
 * So many uploads at once: each holds a connection and a file. Where there is no place, a newcomer gets that of the slowest, first
 * of an owner who holds more than one, and waits a moment for it.
 */
export function createGate(given: Partial<GateLimits> = {}): Gate {
  const limits = { ...usual, ...given }
  const { all, guests, waitMs, lookEveryMs } = limits
  const line = createLine({ atOnceMax: all, waitingMax, waitMs, rankAtOnceMax: [all, guests] })
  const held = new Set<Held>()
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
  const hold = async <T>(who: Uploader, pace: Pace, work: (place: Place) => Promise<T>) => {
    const { promise: displaced, reject } = Promise.withResolvers<never>()
    // The work may have ended meanwhile, and listens no more.
    displaced.catch(() => undefined)
    const one: Held = {
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
    // Those who were let in at once are not in it any more.
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

/** Whose place a newcomer gets, if anybody's. */
function findDisplaced(
  held: readonly Held[],
  newcomer: Uploader,
  { graceMs, steadyRate }: GateLimits,
): Held | null {
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
      // Of those that are about as slow, one of the network that holds the most.
      stepOf(a.rate) - stepOf(b.rate) ||
      b.ofNetwork - a.ofNetwork ||
      a.rate - b.rate,
  )
  return first?.one ?? null
}

function stepOf(rate: number): number {
  return Math.floor(Math.log2(rate + 1))
}

import { networkAround } from '#core/limits/addresses/networks.ts'
import type { Clock } from '#core/clock.ts'
import { createLine, NoTurn } from '#core/lines/line.ts'
import { memoryBuckets, type Figure } from '#core/limits/rate-limit.ts'
import { Refused } from '#core/refused.ts'

/** On whose behalf something is hashed, which decides the queue. */
export type HashClient =
  /** A known caller: a member, a device or network of an earlier login, a phone proven by a code. */
  | { known: string }
  /** Any other caller, by address. */
  | { address: string }

/**
 * Three queues with one slot each, so that no kind of caller can take another's. Three at once use 57 MiB and leave the
 * fourth thread of libuv's pool to files and names: with more, a page would wait for its files behind other people's
 * hashes.
 */
const places = { atOnceMax: 1, waitingMax: 512 } as const
const lines = {
  /** By member, device's login or phone: a known caller may wait longer, since no one else delays them. */
  known: { ...places, ownerWaitingMax: 16, waitMs: 10_000 },
  /**
   * Networks that have hashed nothing for minutes. Each comes once, so a crowd of them is mostly one attack: newest
   * first.
   */
  newcomers: { ...places, ownerWaitingMax: 1, waitMs: 5_000, newestFirst: true },
  /** All others, network by network. */
  others: { ...places, ownerWaitingMax: 64, waitMs: 5_000 },
} as const

/** A /24, or a /48: the size of a household, office or rented range. */
const near = { v4: 24, v6: 48 } as const
/** The size of a hoster: a renter of a whole /16 does not count as a crowd of newcomers. */
const wide = { v4: 16, v6: 32 } as const
const newcomerFigures = {
  near: { burst: 1, perMinute: 0.2 },
  wide: { burst: 16, perMinute: 2 },
} as const satisfies Record<string, Figure>

export type HashLines = <T>(who: HashClient, work: () => Promise<T>) => Promise<T>

/**
 * A hash takes memory and processor for tens of milliseconds. Here hashes wait, and are refused when the wait would be
 * too long.
 */
export function createHashLines(clock: Clock): HashLines {
  const known = createLine(lines.known)
  const newcomers = createLine(lines.newcomers)
  const others = createLine(lines.others)
  const buckets = memoryBuckets()
  const isNewcomer = (network: string, around: string): boolean => {
    const nowMs = clock.now().getTime()
    return (
      buckets.take(`near ${network}`, newcomerFigures.near, nowMs) === 0 &&
      buckets.take(`wide ${around}`, newcomerFigures.wide, nowMs) === 0
    )
  }
  return async (who, work) => {
    try {
      if ('known' in who) return await known.run(who.known, work)
      const network = networkAround(who.address, near)
      const line = isNewcomer(network, networkAround(who.address, wide)) ? newcomers : others
      return await line.run(network, work)
    } catch (error) {
      throw error instanceof NoTurn ? new Refused('SERVICE_BUSY') : error
    }
  }
}

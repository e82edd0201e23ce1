import type { RateClass } from '@kapao/contract/endpoint'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '../clock.ts'

/** `burst` at once, and `perMinute` on average; in any one minute at most their sum. */
export type Figure = { burst: number; perMinute: number }

/**
 * `stranger` counts tokens of no known session, so that guessing them does not reach the database for long. `taken`
 * counts answers that another member has something (S13): four in any hour, to stay below the five of the checklist.
 * `webhook` counts unsigned webhooks, and `report` the browsers' reports of policy violations.
 */
export type LimitClass = RateClass | 'stranger' | 'taken' | 'webhook' | 'report'

/**
 * The one table of figures; docs/security.md shows it. Addresses get more where many members share one behind a phone
 * network, and less where a single caller has no reason to call often.
 */
export const rateLimits: Record<LimitClass, { member: Figure; address: Figure }> = {
  read: { member: { burst: 120, perMinute: 240 }, address: { burst: 600, perMinute: 3000 } },
  receipt: { member: { burst: 30, perMinute: 60 }, address: { burst: 1, perMinute: 1 } },
  change: { member: { burst: 20, perMinute: 40 }, address: { burst: 60, perMinute: 120 } },
  money: { member: { burst: 20, perMinute: 40 }, address: { burst: 20, perMinute: 40 } },
  login: { member: { burst: 10, perMinute: 10 }, address: { burst: 120, perMinute: 60 } },
  otp: { member: { burst: 5, perMinute: 5 }, address: { burst: 10, perMinute: 20 } },
  guess: { member: { burst: 5, perMinute: 5 }, address: { burst: 10, perMinute: 10 } },
  upload: { member: { burst: 10, perMinute: 10 }, address: { burst: 20, perMinute: 20 } },
  chat: { member: { burst: 30, perMinute: 60 }, address: { burst: 60, perMinute: 120 } },
  taken: { member: { burst: 3, perMinute: 0.03 }, address: { burst: 3, perMinute: 0.03 } },
  stranger: { member: { burst: 1, perMinute: 1 }, address: { burst: 300, perMinute: 60 } },
  webhook: { member: { burst: 1, perMinute: 1 }, address: { burst: 300, perMinute: 600 } },
  report: { member: { burst: 1, perMinute: 1 }, address: { burst: 60, perMinute: 120 } },
}

export type Who = { memberId: string | null; address: string }

export type RateLimiter = {
  /** Counts one call; null if it is allowed, else the seconds to wait. */
  take: (limitClass: LimitClass, who: Who) => Promise<number | null>
  /** Uncounts a call that should not have been counted. */
  giveBack: (limitClass: LimitClass, who: Who) => void
}

/** The counts of this process. */
export type BucketStore = {
  /** Takes a token, or as many as the figure says, and answers 0; or takes none and answers the milliseconds until then. */
  take: (key: string, figure: Figure & { tokens?: number }, nowMs: number) => number
  giveBack: (key: string, figure: Figure, tokens?: number) => void
}

/** The counts of all processes together. Neither function throws, and callers wait only briefly. */
export type SharedBuckets = {
  /** Like `take` of one process, by the store's own clock; null while the shared count is unknown. */
  take: (key: string, figure: Figure) => Promise<number | null>
  giveBack: (key: string, figure: Figure) => void
}

/** Counts under any name, in this process and with the others. */
export type Counter = {
  /** Takes one token and answers 0, or takes none and answers the milliseconds until there is one. */
  take: (key: string, figure: Figure) => Promise<number>
  giveBack: (key: string, figure: Figure) => void
}

/**
 * The process's own count is checked first. It never exceeds the shared one, so a caller over the limit costs no call
 * to the shared store; while that is down, the own count is the limit.
 */
export function createCounter(clock: Clock, shared: SharedBuckets | null): Counter {
  const own = memoryBuckets()
  return {
    take: async (key, figure) => {
      const ownWaitMs = own.take(key, figure, clock.now().getTime())
      if (ownWaitMs > 0 || shared === null) return ownWaitMs
      const waitMs = (await shared.take(key, figure)) ?? 0
      if (waitMs > 0) own.giveBack(key, figure)
      return waitMs
    },
    giveBack: (key, figure) => {
      own.giveBack(key, figure)
      shared?.giveBack(key, figure)
    },
  }
}

export function createRateLimiter(
  clock: Clock,
  factor: number,
  shared: SharedBuckets | null = null,
): RateLimiter {
  const scaled = scaleFigures(factor)
  const counter = createCounter(clock, shared)
  const bucketOf = (limitClass: LimitClass, who: Who) =>
    [
      keyOf(limitClass, who),
      scaled[limitClass][who.memberId === null ? 'address' : 'member'],
    ] as const
  return {
    take: async (limitClass, who) => {
      const waitMs = await counter.take(...bucketOf(limitClass, who))
      return waitMs === 0 ? null : Math.ceil(waitMs / 1000)
    },
    giveBack: (limitClass, who) => counter.giveBack(...bucketOf(limitClass, who)),
  }
}

export function scaleFigure({ burst, perMinute }: Figure, factor: number): Figure {
  return { burst: Math.max(1, Math.round(burst * factor)), perMinute: perMinute * factor }
}

function scaleFigures(factor: number): typeof rateLimits {
  return Object.fromEntries(
    Object.entries(rateLimits).map(([name, { member, address }]) => [
      name,
      { member: scaleFigure(member, factor), address: scaleFigure(address, factor) },
    ]),
  ) as typeof rateLimits
}

function keyOf(limitClass: LimitClass, { memberId, address }: Who): string {
  return memberId === null ? `${limitClass}@${networkOf(address)}` : `${limitClass}#${memberId}`
}

type Bucket = { tokens: number; atMs: number }

export function memoryBuckets(bucketsMax = 100_000): BucketStore {
  const buckets = new Map<string, Bucket>()
  return {
    take: (key, { tokens = 1, ...figure }, nowMs) => {
      const bucket =
        buckets.get(key) ?? makeRoom(buckets, bucketsMax, { tokens: figure.burst, atMs: nowMs })
      // A clock that is set back must not drain a bucket.
      const passedMs = Math.max(0, nowMs - bucket.atMs)
      bucket.tokens = Math.min(
        figure.burst,
        bucket.tokens + (passedMs * figure.perMinute) / minuteMs,
      )
      bucket.atMs = nowMs
      // Reinserted, so that the map stays in order of last use.
      buckets.delete(key)
      buckets.set(key, bucket)
      if (bucket.tokens < tokens) return ((tokens - bucket.tokens) * minuteMs) / figure.perMinute
      bucket.tokens -= tokens
      return 0
    },
    giveBack: (key, figure, tokens = 1) => {
      const bucket = buckets.get(key)
      if (bucket) bucket.tokens = Math.min(figure.burst, bucket.tokens + tokens)
    },
  }
}

/** Drops the least recently used bucket, so that memory is bounded. */
function makeRoom(buckets: Map<string, Bucket>, bucketsMax: number, bucket: Bucket): Bucket {
  if (buckets.size >= bucketsMax) {
    const oldest = buckets.keys().next()
    if (!oldest.done) buckets.delete(oldest.value)
  }
  return bucket
}

const addressLengthMax = 64

/** An IPv4 address, or the /64 of an IPv6 one: a household owns all of it and can change addresses within it. */
export function networkOf(address: string): string {
  const text = address.slice(0, addressLengthMax).toLowerCase().replace(/%.*$/, '')
  if (!text.includes(':')) return text
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  if (mapped !== undefined) return mapped
  const [before = '', after] = text.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after === undefined ? [] : after.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}

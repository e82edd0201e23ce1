import { hourMs, minuteMs } from '@kapao/contract/times'
import type { ThrottleRow } from './store.ts'

type Pause = { failuresUntilPause: number; delayMaxMs: number; forgivenEveryMs: number }

/**
 * After `failuresUntilPause` failures there is a pause of one second, and each further one doubles it, up to
 * `delayMaxMs`. Nobody is locked out for good: failures are forgiven by and by, and an operator can end a member's
 * pauses (`unlock.ts`).
 */
const pauses = {
  /** One guesser: a member and a device, or a member and a network. */
  own: { failuresUntilPause: 5, delayMaxMs: 5 * minuteMs, forgivenEveryMs: 10 * minuteMs },
  /** Strangers against one member, from everywhere. */
  phone: { failuresUntilPause: 20, delayMaxMs: 5 * minuteMs, forgivenEveryMs: 3 * minuteMs },
  /** One network against many members. One address of a phone network serves thousands, and some always mistype. */
  network: { failuresUntilPause: 120, delayMaxMs: minuteMs, forgivenEveryMs: 20_000 },
  /** The devices of one member against other members. */
  device: { failuresUntilPause: 10, delayMaxMs: 5 * minuteMs, forgivenEveryMs: 10 * minuteMs },
} as const satisfies Record<string, Pause>

/** Allows this many failures, and one more whenever one is forgiven. */
const shares = {
  /** All networks of a member's earlier logins together, since strangers may share them. */
  home: { failuresMax: 30, forgivenEveryMs: 5 * minuteMs },
  /** For networks that have hardly tried this phone, during a pause that others have caused. */
  reserve: { failuresMax: 40, forgivenEveryMs: 6 * minuteMs },
  newcomer: { failuresMax: 3, forgivenEveryMs: 12 * hourMs },
} as const
/**
 * The part of the reserve for networks that never tried this phone: networks that have failed once cannot use it up.
 */
const keptForFirstTries = 20

export type Scope = keyof typeof pauses | keyof typeof shares
export type Rows = Partial<Record<Scope, ThrottleRow>>

/** The counters that an attempt counts on, given their state, or null when it has to wait. */
export function countedOn(
  path: 'device' | 'home' | 'stranger',
  rows: Rows,
  now: Date,
): Scope[] | null {
  if (isPaused(rows.own, now)) return null
  if (path === 'device') return ['own']
  if (path === 'home') return isHome(rows, now) ? ['own', 'home'] : null
  const source: Scope = rows.device ? 'device' : 'network'
  if (isPaused(rows[source], now)) return null
  if (!isPaused(rows.phone, now)) return ['own', 'phone', source, 'newcomer']
  const isFirst = failuresOf(rows, 'newcomer', now) === 0
  const room = roomIn(rows, 'reserve', now) - (isFirst ? 0 : keptForFirstTries)
  return room >= 1 && roomIn(rows, 'newcomer', now) >= 1
    ? ['own', source, 'newcomer', 'reserve']
    : null
}

/** Whether the member has logged in from this network, and not too many guesses come from all such networks. */
export function isHome(rows: Rows, now: Date): boolean {
  const trustedUntil = rows.own?.trustedUntil ?? null
  return trustedUntil !== null && trustedUntil > now && roomIn(rows, 'home', now) >= 1
}

export function withFailure(row: ThrottleRow, scope: Scope, now: Date): ThrottleRow {
  const failures = failuresOf({ [scope]: row }, scope, now) + 1
  const pausedUntil = isShare(scope) ? null : pauseAfter(failures, pauses[scope], now)
  return { ...row, failures, pausedUntil, lastAt: now }
}

/** A pause that others have caused meanwhile stays. */
export function withOneLess(row: ThrottleRow, scope: Scope): ThrottleRow {
  const failures = Math.max(0, row.failures - 1)
  const isFree = isShare(scope) || failures < pauses[scope].failuresUntilPause
  return { ...row, failures, pausedUntil: isFree ? null : row.pausedUntil }
}

function isShare(scope: Scope): scope is keyof typeof shares {
  return scope in shares
}

export function isPaused(row: ThrottleRow | undefined, now: Date): boolean {
  return row?.pausedUntil != null && row.pausedUntil > now
}

/** The failures left after those that time has forgiven. */
function failuresOf(rows: Rows, scope: Scope, now: Date): number {
  const row = rows[scope]
  if (!row) return 0
  const { forgivenEveryMs } = isShare(scope) ? shares[scope] : pauses[scope]
  const forgiven = Math.max(0, now.getTime() - row.lastAt.getTime()) / forgivenEveryMs
  return Math.max(0, row.failures - forgiven)
}

function roomIn(rows: Rows, scope: keyof typeof shares, now: Date): number {
  return shares[scope].failuresMax - failuresOf(rows, scope, now)
}

function pauseAfter(
  failures: number,
  { failuresUntilPause, delayMaxMs }: Pause,
  now: Date,
): Date | null {
  const over = Math.round(failures - failuresUntilPause)
  if (over < 0) return null
  const delayMs = Math.min(delayMaxMs, 1_000 * 2 ** Math.min(over, 20))
  return new Date(now.getTime() + delayMs)
}

import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import { sha256 } from '#core/ids.ts'
import { networkOf } from '#core/rate-limit.ts'
import { deleteThrottledBefore, lockThrottled, saveThrottled, type Throttled } from './store.ts'

type Rule = { freeFailures: number; delayMaxMs: number; forgivenEveryMs: number }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * After the free failures each further one doubles a pause that begins with a second. One guesser meets the first rule;
 * many addresses against one member meet the second, many members from one address the third, and both of these let a
 * member pass who has logged in from there before. No pause outlasts five minutes, so nobody can be locked out for good.
 */
const rules = {
  pair: { freeFailures: 5, delayMaxMs: 5 * minuteMs, forgivenEveryMs: 10 * minuteMs },
  phone: { freeFailures: 20, delayMaxMs: minuteMs, forgivenEveryMs: 3 * minuteMs },
  // Behind one address of a phone network there are thousands, and some of them always mistype.
  network: { freeFailures: 50, delayMaxMs: minuteMs, forgivenEveryMs: 20_000 },
} as const satisfies Record<string, Rule>
type Scope = keyof typeof rules

const trustedForMs = 90 * dayMs

export type LoginAttempt = { phone: string; address: string }
export type AttemptEnd = 'right' | 'wrong' | 'not tried'

export type ThrottleDeps = { db: Db; clock: Clock }

/** Which counters an attempt was counted on. */
export type Begun = { attempt: LoginAttempt; counted: readonly Scope[] }

/** Counts an attempt as failed before it is tried, so that many at once are counted too; null means to wait. */
export function beginAttempt(
  { db, clock }: ThrottleDeps,
  attempt: LoginAttempt,
): Promise<Begun | null> {
  const keys = keysOf(attempt)
  return db.begin(async (tx) => {
    const now = clock.now()
    const rows = scopesOf(await lockThrottled(tx, Object.values(keys), now), keys)
    const isTrusted = rows.pair.trustedUntil !== null && rows.pair.trustedUntil > now
    const counted: Scope[] = isTrusted ? ['pair'] : ['pair', 'phone', 'network']
    if (counted.some((scope) => isBlocked(rows[scope], now))) return null
    await saveThrottled(
      tx,
      counted.map((scope) => withFailure(rows[scope], rules[scope], now)),
    )
    return { attempt, counted }
  })
}

/** What became of an attempt that was begun. */
export async function endAttempt(
  { db, clock }: ThrottleDeps,
  { attempt, counted }: Begun,
  end: AttemptEnd,
): Promise<void> {
  if (end === 'wrong') return
  const keys = keysOf(attempt)
  await db.begin(async (tx) => {
    const now = clock.now()
    const rows = scopesOf(await lockThrottled(tx, Object.values(keys), now), keys)
    const givenBack = counted.map((scope) => withOneLess(rows[scope], rules[scope]))
    if (end === 'not tried') return saveThrottled(tx, givenBack)
    const network = givenBack.filter(({ key }) => key.equals(keys.network))
    const trustedUntil = new Date(now.getTime() + trustedForMs)
    await saveThrottled(tx, [
      { ...rows.pair, failures: 0, blockedUntil: null, trustedUntil },
      { ...rows.phone, failures: 0, blockedUntil: null },
      ...network,
    ])
  })
}

export function forgetOldAttempts({ db, clock }: ThrottleDeps): Promise<number> {
  return deleteThrottledBefore(db, new Date(clock.now().getTime() - dayMs))
}

/** Hashes: the table then says nothing about who tried to get in where. */
function keysOf({ phone, address }: LoginAttempt): Record<Scope, Buffer> {
  const network = networkOf(address)
  return {
    pair: sha256(`pair ${phone} ${network}`),
    phone: sha256(`phone ${phone}`),
    network: sha256(`network ${network}`),
  }
}

function scopesOf(
  rows: readonly Throttled[],
  keys: Record<Scope, Buffer>,
): Record<Scope, Throttled> {
  const find = (scope: Scope) => rows.find(({ key }) => key.equals(keys[scope]))!
  return { pair: find('pair'), phone: find('phone'), network: find('network') }
}

function isBlocked({ blockedUntil }: Throttled, now: Date): boolean {
  return blockedUntil !== null && blockedUntil > now
}

function withFailure(row: Throttled, rule: Rule, now: Date): Throttled {
  const forgiven = (now.getTime() - row.lastAt.getTime()) / rule.forgivenEveryMs
  const failures = Math.max(0, row.failures - Math.max(0, forgiven)) + 1
  const over = Math.round(failures - rule.freeFailures)
  const delayMs = over < 0 ? 0 : Math.min(rule.delayMaxMs, 1_000 * 2 ** Math.min(over, 20))
  const blockedUntil = delayMs === 0 ? null : new Date(now.getTime() + delayMs)
  return { ...row, failures, blockedUntil, lastAt: now }
}

/** A pause that others have earned meanwhile stays. */
function withOneLess(row: Throttled, { freeFailures }: Rule): Throttled {
  const failures = Math.max(0, row.failures - 1)
  return { ...row, failures, blockedUntil: failures < freeFailures ? null : row.blockedUntil }
}

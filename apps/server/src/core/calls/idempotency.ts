import type { RefusalCode } from '@kapao/contract/refusals'
import type { Queryable, Tx } from '../db/db.ts'
import { sha256, uuidOf } from '../ids.ts'
import { Refused } from '../refused.ts'
import { isAbandoned } from './tombstone-store.ts'

/** The member whose call starts an operation, the call's key, and the request id for the log. */
export type Caller = { memberId: string; key: string | null; requestId: string }

/** 128 bits of it. */
function digest(text: string): string {
  return uuidOf(sha256(text))
}

/** Shows whether a key is repeated with the same body; the order of the fields does not matter. */
export function fingerprintOf(route: string, input: object): string {
  return digest(`${route} ${canonical(input)}`)
}

const derivedWindowMs = 5_000

/** For callers without a key: the same member, route and body in one window of five seconds is the same request. */
export function keyFor(
  caller: Pick<Caller, 'memberId' | 'key'>,
  fingerprint: string,
  now: Date,
): string {
  if (caller.key !== null) return caller.key
  const window = Math.floor(now.getTime() / derivedWindowMs)
  return `derived-${digest(`${caller.memberId} ${fingerprint} ${window}`)}`
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return `{${Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

type FingerprintRow = { fingerprint: string | null }

/** Returns the operation that a key started before, if the body is the same. */
export function requireSameBody<Begun extends FingerprintRow>(
  known: Begun,
  fingerprint: string,
): Begun {
  if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')
  return known
}

/** Refuses a key that an outcome query has reported as never used. */
export async function refuseAbandoned(tx: Tx, memberId: string, key: string): Promise<void> {
  if (await isAbandoned(tx, memberId, key)) throw new Refused('ABANDONED')
}

type FindByKey<Begun> = (
  on: Queryable,
  memberId: string,
  key: string,
) => Promise<Begun | null | undefined>

/**
 * The start of an operation that exists once per key, with the member's row locked to the end of the transaction:
 * answers the operation that the key started before, or null when it may start now. Without a key the answer is null.
 */
export async function findBegun<Begun extends FingerprintRow>(
  tx: Tx,
  wanted: { memberId: string; key: string | null; fingerprint: string },
  how: { lockMember: (tx: Tx, memberId: string) => Promise<void>; findByKey: FindByKey<Begun> },
): Promise<Begun | null> {
  const { memberId, key, fingerprint } = wanted
  await how.lockMember(tx, memberId)
  if (key === null) return null
  const known = await how.findByKey(tx, memberId, key)
  if (known) return requireSameBody(known, fingerprint)
  await refuseAbandoned(tx, memberId, key)
  return null
}

/** The codes by which set-based database functions report a key that may not start. */
export const keyStatus = { reused: 2, abandoned: 10 } as const

export function refuseKeyOf(status: number): void {
  if (status === keyStatus.reused) throw new Refused('KEY_REUSED')
  if (status === keyStatus.abandoned) throw new Refused('ABANDONED')
}

/** The outcome of a call: it ended, is running, or never began and now never will. */
export type Outcome = {
  state: 'done' | 'running' | 'never'
  route: string | null
  code?: RefusalCode
}

/** Asks one room whether a key started an operation there; each room that takes keys provides one. */
export type FindOperation = (tx: Tx, memberId: string, key: string) => Promise<Outcome | undefined>

/** The operation that a key started, found and described by its room. */
export function outcomeOf<Begun>(
  findByKey: FindByKey<Begun>,
  describe: (begun: Begun, tx: Tx) => Outcome | Promise<Outcome>,
): FindOperation {
  return async (tx, memberId, key) => {
    const found = await findByKey(tx, memberId, key)
    return found ? describe(found, tx) : undefined
  }
}

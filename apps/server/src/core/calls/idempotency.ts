import type { RefusalCode } from '@kapao/contract/refusals'
import type { Queryable, Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'
import { Refused } from './refuse.ts'
import { isAbandoned } from './tombstone-store.ts'

/** The member whose call something begins by, the key that it came with, and as what it is logged. */
export type Caller = { memberId: string; key: string | null; requestId: string }

/** 128 bits of a digest in the form of a uuid, which the database stores in 16 bytes. */
function digest(text: string): string {
  const hex = sha256(text).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Tells whether a key comes again with the same body; the order of the fields does not matter. */
export function fingerprintOf(route: string, input: object): string {
  return digest(`${route} ${canonical(input)}`)
}

const derivedWindowMs = 5_000

/** For callers that send no key: the same member, route and body in one window of five seconds is the same request. */
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

type Keyed = { fingerprint: string | null }

/** What a key began before, if it comes again with the same body. */
export function sameBody<Begun extends Keyed>(known: Begun, fingerprint: string): Begun {
  if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')
  return known
}

/** Whoever asked what became of the key was told that it never began. */
export async function refuseAbandoned(tx: Tx, memberId: string, key: string): Promise<void> {
  if (await isAbandoned(tx, memberId, key)) throw new Refused('ABANDONED')
}

type FindByKey<Begun> = (
  on: Queryable,
  memberId: string,
  key: string,
) => Promise<Begun | null | undefined>

/**
 * How whatever begins once for a key begins, with the row of its member held to the end of the transaction: answers what the key
 * began before, or null where it may begin now. Without a key nothing is known.
 */
export async function findBegun<Begun extends Keyed>(
  tx: Tx,
  wanted: { memberId: string; key: string | null; fingerprint: string },
  how: { lockMember: (tx: Tx, memberId: string) => Promise<void>; findByKey: FindByKey<Begun> },
): Promise<Begun | null> {
  const { memberId, key, fingerprint } = wanted
  await how.lockMember(tx, memberId)
  if (key === null) return null
  const known = await how.findByKey(tx, memberId, key)
  if (known) return sameBody(known, fingerprint)
  await refuseAbandoned(tx, memberId, key)
  return null
}

/** What functions of the database that begin many at once say of a key that may not begin. */
export const keyStatus = { reused: 2, abandoned: 10 } as const

export function refuseKeyOf(status: number): void {
  if (status === keyStatus.reused) throw new Refused('KEY_REUSED')
  if (status === keyStatus.abandoned) throw new Refused('ABANDONED')
}

/** What became of a call: it ended, is under way, or never began and now never will. */
export type Outcome = {
  state: 'done' | 'running' | 'never'
  route: string | null
  code?: RefusalCode
}

/** Asks one module whether a key began something there; each module that takes keys hands one over. */
export type FindOperation = (tx: Tx, memberId: string, key: string) => Promise<Outcome | undefined>

/** What a key began, found as its module finds it and said as it stands. */
export function outcomeOf<Begun>(
  findByKey: FindByKey<Begun>,
  tell: (begun: Begun, tx: Tx) => Outcome | Promise<Outcome>,
): FindOperation {
  return async (tx, memberId, key) => {
    const found = await findByKey(tx, memberId, key)
    return found ? tell(found, tx) : undefined
  }
}

import type { RefusalCode } from '@kapao/contract/refusals'
import type { Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'

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
  caller: { memberId: string; key: string | null },
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

/** What became of a call: it ended, is under way, or never began and now never will. */
export type Outcome = {
  state: 'done' | 'running' | 'never'
  route: string | null
  code?: RefusalCode
}

/** Asks one module whether a key began something there; each module that takes keys hands one over. */
export type FindOperation = (tx: Tx, memberId: string, key: string) => Promise<Outcome | undefined>

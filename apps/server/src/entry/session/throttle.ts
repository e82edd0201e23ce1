import { dayMs } from '@kapao/contract/times'
import { networkAround } from '#core/limits/addresses/networks.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { networkOf } from '#core/limits/rate-limit.ts'
import { countedOn, isHome, withFailure, withOneLess, type Rows, type Scope } from './rules.ts'
import {
  deleteThrottledBefore,
  findThrottled,
  lockThrottled,
  saveThrottled,
  type ThrottleRow,
} from './store.ts'

const trustedForMs = 90 * dayMs

export type LoginAttempt = {
  phone: string
  address: string
  /** The login of this member on the device that the attempt comes from. */
  device: string | null
  /** Another member who owns the device; all devices of that member are counted together, in place of the network. */
  deviceOf: string | null
}
/** A wrong password stays counted, so nothing has to end it. */
export type AttemptEnd = 'right' | 'not tried'

export type ThrottleDeps = { db: Db; clock: Clock }

/**
 * Which failures an attempt meets. `device`: on a device where the member has logged in, that device's for this member
 * alone. `home`: from a network of an earlier login, those of such networks. `stranger`: those of the phone and the
 * network.
 */
export type Path = 'device' | 'home' | 'stranger'
type Keys = Partial<Record<Scope, Buffer>>

/** The counters that an attempt was counted on. */
export type CountedAttempt = { attempt: LoginAttempt; path: Path; counted: readonly Scope[] }

/** Counts an attempt as failed before it is tried, so that concurrent ones are counted too; null means to wait. */
export async function beginAttempt(
  deps: ThrottleDeps,
  { attempt, path }: { attempt: LoginAttempt; path: Path },
): Promise<CountedAttempt | null> {
  const counted = await change(deps, { attempt, path }, (rows, now) => {
    const scopes = countedOn(path, rows, now)
    return scopes?.map((scope) => [scope, withFailure(rows[scope]!, scope, now)]) ?? null
  })
  return counted && { attempt, path, counted }
}

/** Ends an attempt. A right password clears its own pair's failures, and no others. */
export async function endAttempt(
  deps: ThrottleDeps,
  { attempt, path, counted }: CountedAttempt,
  end: AttemptEnd,
): Promise<void> {
  await change(deps, { attempt, path }, (rows, now) =>
    counted.map((scope) => {
      const row = withOneLess(rows[scope]!, scope)
      if (scope !== 'own' || end === 'not tried') return [scope, row]
      const trustedUntil = path === 'device' ? null : new Date(now.getTime() + trustedForMs)
      return [scope, { ...row, failures: 0, pausedUntil: null, trustedUntil }]
    }),
  )
}

export function forgetOldAttempts({ db, clock }: ThrottleDeps): Promise<void> {
  return deleteThrottledBefore(db, new Date(clock.now().getTime() - dayMs))
}

/** Checked before an attempt queues, without locks: during a pause attempts end here; null means to wait. */
export async function findPath(
  { db, clock }: ThrottleDeps,
  attempt: LoginAttempt,
): Promise<Path | null> {
  const paths: readonly Path[] = attempt.device === null ? ['home', 'stranger'] : ['device']
  const keys = Object.assign({}, ...paths.map((path) => keysOf(attempt, path))) as Keys
  const rows = rowsOf(await findThrottled(db, Object.values(keys)), keys)
  const now = clock.now()
  const path = attempt.device !== null ? 'device' : isHome(rows, now) ? 'home' : 'stranger'
  return countedOn(path, rows, now) && path
}

type ThrottleChanges = [Scope, ThrottleRow][]

/** Changes counters under their locks; returns which, or null when nothing changes. */
function change(
  { db, clock }: ThrottleDeps,
  { attempt, path }: { attempt: LoginAttempt; path: Path },
  decide: (rows: Rows, now: Date) => ThrottleChanges | null,
): Promise<Scope[] | null> {
  const keys = keysOf(attempt, path)
  // Strangers who guess at a phone wait for each other; an attempt on another path does not wait for them.
  return db.beginFor(`login ${path} ${attempt.phone}`, async (tx) => {
    const now = clock.now()
    const locked = await lockThrottled(tx, Object.values(keys), now)
    const changed = decide(rowsOf(locked, keys), now)
    if (changed === null) return null
    await saveThrottled(
      tx,
      changed.map(([, row]) => row),
    )
    return changed.map(([scope]) => scope)
  })
}

type MemberLogins = { phone: string; addresses: readonly string[]; devices: readonly string[] }

/** The counters of one member: of all attempts, of those from these addresses, and of those on these devices. */
export function keysOfMember({ phone, addresses, devices }: MemberLogins): Buffer[] {
  const attempt = { phone, address: anywhere, device: null, deviceOf: null }
  const ofNetworks = [anywhere, ...addresses].flatMap((address) => {
    const { own, phone: all, newcomer, reserve } = keysOf({ ...attempt, address }, 'stranger')
    const { home } = keysOf({ ...attempt, address }, 'home')
    return [own!, newcomer!, all!, reserve!, home!]
  })
  const ofDevices = devices.map((device) => keysOf({ ...attempt, device }, 'device').own!)
  return [...ofNetworks, ...ofDevices]
}

/** No login comes from here, so its pair has no counter. */
const anywhere = '0.0.0.0'

/** Hashes, so that the table does not reveal who tried to log in where. */
function keysOf({ phone, address, device, deviceOf }: LoginAttempt, path: Path): Keys {
  if (path === 'device') return { own: sha256(`device ${device}`) }
  const own = sha256(`pair ${phone} ${networkOf(address)}`)
  if (path === 'home') return { own, home: sha256(`home ${phone}`) }
  return {
    own,
    phone: sha256(`phone ${phone}`),
    newcomer: sha256(`newcomer ${phone} ${networkAround(address, { v4: 24, v6: 48 })}`),
    reserve: sha256(`reserve ${phone}`),
    ...(deviceOf === null
      ? { network: sha256(`network ${networkOf(address)}`) }
      : { device: sha256(`devices of ${deviceOf}`) }),
  }
}

function rowsOf(rows: readonly ThrottleRow[], keys: Keys): Rows {
  const of = (key: Buffer) => rows.find((row) => row.key.equals(key))
  const entries = Object.entries(keys).map(([scope, key]) => [scope, of(key)] as const)
  return Object.fromEntries(entries.filter(([, row]) => row !== undefined))
}

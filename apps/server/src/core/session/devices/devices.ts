import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Db, Queryable } from '../../db/db.ts'
import { sha256, type Ids } from '../../ids.ts'
import type { Log } from '../../telemetry/log.ts'
import {
  addFailure,
  deleteDevicesBefore,
  listLogins,
  listTrustedOf,
  saveLogin,
  saveShared,
  trimDevicesOf,
  type DeviceRow,
} from './device-store.ts'
import { deviceKeys } from './keys.ts'
import {
  cookieOf,
  idOfSecret,
  idsMax,
  markLifetimeMs,
  marksIn,
  readMark,
  signMark,
} from './mark.ts'

/** A member who logs in repeatedly without keeping the mark creates no more devices than this. */
const devicesOfMemberMax = 10
/** Wrong passwords for a member since the last right one; then the device is unknown for this member. */
const failuresMax = 10

/** A member who has logged in on this device. */
export type DeviceLogin = {
  memberId: string
  /** Identifies this member on this device in counters; the device does not hold it. */
  key: string
}

/**
 * The device that a call comes from. It authenticates nothing: it gives a share of its own in limits and queues, so
 * that strangers on the same network, or targeting the same phone number, cannot use up the member's share.
 */
export type Device = {
  /** The mark that it carries, if we have signed it; costs no query of the devices. */
  findMark: () => Promise<string | null>
  /** Who has logged in on it, the newest first; empty for an unknown device. Queried once per call. */
  listLogins: () => Promise<readonly DeviceLogin[]>
  /** Call after proof of being this member (password, code): the answer of the call carries the mark. Never rejects. */
  remember: (memberId: string) => Promise<void>
  /** Counts a wrong password for that member; after ten without a right one the device is unknown for them. */
  countFailure: (login: DeviceLogin) => Promise<void>
}

export type Devices = {
  /** The device behind the cookies of a call; `send` adds a cookie to its answer. */
  read: (cookies: string | undefined, send: (cookie: string) => void) => Device
  /** Removes expired devices, and renews the key. */
  forgetOld: () => Promise<number>
}

export type DevicesDeps = {
  db: Db
  clock: Clock
  ids: Pick<Ids, 'secret'>
  log: Pick<Log, 'warn'>
  /** Whether the page is only reachable over TLS. */
  isSecure: boolean
}

export function openDevices(deps: DevicesDeps): Devices {
  const { db, clock, log } = deps
  const keys = deviceKeys(deps)
  const idsOf = async (marks: readonly string[]): Promise<string[]> => {
    const read = (known: readonly KeyObject[]) =>
      marks.map((mark) => readMark(mark, known)).find((ids) => ids !== null)
    if (marks.length === 0) return []
    const ids = read(await keys.load())
    if (ids) return ids
    const newer = await keys.reload()
    return (newer && read(newer)) ?? []
  }
  return {
    read: (cookies, send) => {
      const ids = once(() => idsOf(marksIn(cookies)))
      const rows = once(async () => findRows(deps, await ids()))
      return {
        findMark: async () => {
          const held = await ids()
          return held.length === 0 ? null : sha256(held.join('.')).toString('base64url')
        },
        listLogins: async () => (await rows()).filter(({ isTrusted }) => isTrusted).map(loginOf),
        remember: async (memberId) => {
          try {
            const [key] = await keys.load()
            const kept = await keepLogin(deps, { memberId, ids: await ids(), rows: await rows() })
            send(cookieOf(signMark(kept, key!), deps))
          } catch (error) {
            // The member's login is complete; only the device is not updated.
            log.warn({ err: error, memberId }, 'a device was not remembered')
          }
        },
        countFailure: ({ key }) => addFailure(db, Buffer.from(key, 'base64url')),
      }
    },
    forgetOld: async () => {
      await keys.renew()
      return deleteDevicesBefore(db, new Date(clock.now().getTime() - markLifetimeMs))
    },
  }
}

/** An id stands for one member on one device and is created at their login there: a planted id never gains a member. */
async function keepLogin(
  { db, clock, ids: makes }: DevicesDeps,
  { memberId, ids, rows }: { memberId: string; ids: readonly string[]; rows: readonly DeviceRow[] },
): Promise<string[]> {
  const isOf = (id: string, row: DeviceRow) => sha256(id).equals(row.idHash)
  const own = rows.find((row) => row.memberId === memberId)
  const id = ids.find((one) => own && isOf(one, own)) ?? idOfSecret(makes.secret())
  const at = clock.now()
  const strangers = rows.filter((row) => row.memberId !== memberId)
  await db.begin(async (tx) => {
    await saveLogin(tx, { idHash: sha256(id), memberId, at })
    if (strangers.length > 0)
      await saveShared(tx, {
        memberId,
        others: [...new Set(strangers.map((row) => row.memberId))],
        at,
      })
    await trimDevicesOf(tx, memberId, devicesOfMemberMax)
  })
  const others = ids.filter((one) => one !== id && rows.some((row) => isOf(one, row)))
  return [id, ...others].slice(0, idsMax)
}

function findRows({ db, clock }: DevicesDeps, ids: readonly string[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const since = new Date(clock.now().getTime() - markLifetimeMs)
  return listLogins(db, { idHashes: ids.map(sha256), since, failuresMax })
}

/** The `key` of each `DeviceLogin` that the member's devices would answer now. */
export async function listDeviceKeys(on: Queryable, memberId: string): Promise<string[]> {
  return (await listTrustedOf(on, memberId, { failuresMax })).map(keyOf)
}

function loginOf({ memberId, idHash }: DeviceRow): DeviceLogin {
  return { memberId, key: keyOf({ idHash }) }
}

function keyOf({ idHash }: Pick<DeviceRow, 'idHash'>): string {
  return idHash.toString('base64url')
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => (asked ??= ask())
}

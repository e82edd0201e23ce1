import { deviceName } from '@kapao/contract/device-name'
import type { Device } from '@kapao/contract/session'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '../clock.ts'
import type { Db, Queryable } from '../db/db.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { findLoginBefore, listOpenLogins, type Login } from './session-store.ts'
import { bytesOf, sessionIdleMs } from './session.ts'

/** For how long a new session is told about the login before it. */
const newForMs = 5 * minuteMs

type Caller = { memberId: string; sessionKey: string; address: string }

/** Where a member is logged in, the last used first. */
export async function listDevices(
  { db, clock }: { db: Db; clock: Clock },
  { memberId, sessionKey, address }: Caller,
): Promise<Device[]> {
  const at = clock.now()
  const usedSince = new Date(at.getTime() - sessionIdleMs)
  const open = await listOpenLogins(db, { memberId, at, usedSince })
  return open.map(({ tokenHash, lastUsedAt, ...login }) => {
    const id = tokenHash.toString('base64url')
    return {
      _id: id,
      ...shown(login),
      isSameNetwork: networkOf(login.address) === networkOf(address),
      startedAt: login.startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isThis: id === sessionKey,
    }
  })
}

/** The login before that of a session which has just begun, for its member to recognise; null of an older one. */
export async function findLastSignIn(
  { db, clock }: { db: Queryable; clock: Clock },
  sessionKey: string,
): Promise<{ at: string; device: string; network: string } | null> {
  const since = new Date(clock.now().getTime() - newForMs)
  const login = await findLoginBefore(db, { tokenHash: bytesOf(sessionKey), since })
  return login && { at: login.startedAt.toISOString(), ...shown(login) }
}

/** Enough of an address to recognise one's own, and not that of another device. */
function shown({ device, address }: Login): { device: string; network: string } {
  const network = networkOf(address)
  const mark = network.includes(':') ? ':' : '.'
  return { device: deviceName(device), network: network.split(mark).slice(0, 2).join(mark) }
}

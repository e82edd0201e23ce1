import type { Queryable, Tx } from '#core/db/db.ts'
import { listDeviceKeys } from '#core/session/devices/devices.ts'
import { isPaused } from './rules.ts'
import { clearThrottled, findThrottled } from './store.ts'
import { keysOfMember } from './throttle.ts'

type MemberLogin = { memberId: string; phone: string; addresses: readonly string[] }

/**
 * Whether logins of this member have to wait now: from anywhere, from the networks of their sessions, or on a device
 * that knows them.
 */
export async function mustWaitToLogIn(
  on: Queryable,
  { at, ...member }: MemberLogin & { at: Date },
): Promise<boolean> {
  const rows = await findThrottled(on, await listKeys(on, member))
  return rows.some((row) => isPaused(row, at))
}

/**
 * Forgets the failed logins of a member on their own devices, from their own networks and from strangers. What one
 * network or one device tried against other members stays counted, and a device that has used up its ten guesses stays
 * unknown: it may be stolen.
 */
export async function unlockLogin(tx: Tx, member: MemberLogin): Promise<void> {
  await clearThrottled(tx, await listKeys(tx, member))
}

async function listKeys(
  on: Queryable,
  { memberId, ...login }: MemberLogin,
): Promise<readonly Buffer[]> {
  return keysOfMember({ ...login, devices: await listDeviceKeys(on, memberId) })
}

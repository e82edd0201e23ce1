import type { Queryable } from '#core/db/db.ts'
import { keysOfMember } from './throttle.ts'
import { clearThrottled, findThrottled } from './store.ts'

type Member = { phone: string; addresses: readonly string[] }

/** Whether logins of this member have to wait now, from anywhere or from the networks of their sessions. */
export async function isPaused(
  on: Queryable,
  { phone, addresses, at }: Member & { at: Date },
): Promise<boolean> {
  const rows = await findThrottled(on, keysOfMember(phone, addresses))
  return rows.some(({ blockedUntil }) => blockedUntil !== null && blockedUntil > at)
}

/**
 * Forgets the failed logins of a member from their own networks and from strangers. What one network tried against many
 * members stays counted.
 */
export async function unlockLogin(on: Queryable, { phone, addresses }: Member): Promise<void> {
  await clearThrottled(on, keysOfMember(phone, addresses))
}

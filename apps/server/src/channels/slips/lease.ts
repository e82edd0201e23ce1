import type { CheckDeps } from './check-deps.ts'
import { renewClaim, type Slip } from './store.ts'

/** A check that dies holds its slip no longer than this. */
const leaseMs = 60_000
const renewEveryMs = 20_000

type LeaseDeps = Pick<CheckDeps, 'db' | 'clock' | 'log'>

export function newLease({ clock }: Pick<LeaseDeps, 'clock'>): { at: Date; until: Date } {
  const at = clock.now()
  return { at, until: new Date(at.getTime() + leaseMs) }
}

/**
 * Renews the lease on a slip while the work waits and runs, and once more at its end. Not held: this process could
 * not renew in time, and another check has begun.
 */
export async function whileHeld<T>(
  deps: LeaseDeps,
  slip: Slip,
  work: () => Promise<T>,
): Promise<{ isHeld: boolean; result: T }> {
  const renew = () => renewClaim(deps.db, slip, newLease(deps).until)
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      deps.log.warn({ slip: slip.id, err: error }, 'a slip could not be held'),
    )
  }, renewEveryMs)
  try {
    const result = await work()
    return { isHeld: await renew(), result }
  } finally {
    clearInterval(timer)
  }
}

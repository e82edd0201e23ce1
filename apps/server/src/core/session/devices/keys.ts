import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { deleteKeysUpTo, insertKey, listKeys } from './device-store.ts'

const keyBytes = 32
/** Each key signs for half a year and is valid for two, longer than any mark. */
const renewEveryMs = 180 * dayMs
const keysMax = 4
/** A mark that fits no key may come from a process with a newer one; forged marks must not cause reloads at will. */
const reloadEveryMs = 60_000

export type DeviceKeys = {
  /** The newest first; never empty. */
  load: () => Promise<readonly KeyObject[]>
  /** Loads newer ones, at most once a minute; null when it is too early. */
  reload: () => Promise<readonly KeyObject[] | null>
  /** Makes a new key when the newest has signed for long enough, and removes those that are too old. */
  renew: () => Promise<void>
}

export function deviceKeys({ db, clock }: { db: Db; clock: Clock }): DeviceKeys {
  let known: Promise<readonly KeyObject[]> | null = null
  let loadedAtMs = 0
  const ask = (): Promise<readonly KeyObject[]> => {
    loadedAtMs = clock.now().getTime()
    const asked = loadKeys(db, clock)
    known = asked
    // After a failed query the next call asks again.
    asked.catch(() => {
      if (known === asked) known = null
    })
    return asked
  }
  return {
    load: () => known ?? ask(),
    reload: async () => (clock.now().getTime() - loadedAtMs < reloadEveryMs ? null : ask()),
    renew: async () => {
      const [newest] = await listKeys(db)
      const createdAt = clock.now()
      if (newest && createdAt.getTime() - newest.createdAt.getTime() < renewEveryMs) return
      const id = (newest?.id ?? 0) + 1
      await insertKey(db, { id, secret: randomBytes(keyBytes), createdAt })
      await deleteKeysUpTo(db, id - keysMax)
      await ask()
    },
  }
}

async function loadKeys(db: Db, clock: Clock): Promise<readonly KeyObject[]> {
  let rows = await listKeys(db)
  if (rows.length === 0) {
    await insertKey(db, { id: 1, secret: randomBytes(keyBytes), createdAt: clock.now() })
    rows = await listKeys(db)
  }
  return rows.map(({ secret }) => createSecretKey(secret))
}

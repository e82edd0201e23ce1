import { randomBytes } from 'node:crypto'
import type { Role } from '@kapao/contract/console/roles'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { hasMembers } from '#records/account/store.ts'
import { demoOperators, seeder } from '#records/operators/operators.ts'
import {
  findOperators,
  insertOperator,
  insertRole,
  lockOperators,
} from '#records/operators/store.ts'

const rolesOf: Record<string, readonly Role[]> = {
  [demoOperators.owner]: ['owner'],
  [demoOperators.cashier]: ['cashier', 'support'],
}

/** What a database holds: a demo, whose operators stay even when they are disabled, a house of one's own, or nothing. */
export async function kindOfHouse(on: Queryable): Promise<'demo' | 'own' | 'empty'> {
  const operators = await findOperators(on)
  if (operators.some(({ createdBy }) => createdBy === seeder)) return 'demo'
  return operators.length > 0 || (await hasMembers(on)) ? 'own' : 'empty'
}

/**
 * The operators of a demo's console, where there are none yet; answers those that there are. Nobody has a
 * token of theirs, so that terminals know nothing of them.
 */
export function seedOperators(db: Db, clock: Clock): Promise<string[]> {
  return db.begin(async (tx) => {
    await lockOperators(tx)
    const known = await findOperators(tx)
    const isThere = (wanted: string): boolean =>
      known.some(
        ({ name, createdBy, disabledAt }) =>
          name === wanted && createdBy === seeder && disabledAt === null,
      )
    if (known.length > 0) return Object.keys(rolesOf).filter(isThere)
    const createdAt = clock.now()
    for (const [name, roles] of Object.entries(rolesOf)) {
      const tokenHash = randomBytes(32)
      await insertOperator(tx, { name, tokenHash, createdAt, createdBy: seeder })
      for (const role of roles) await insertRole(tx, { name, role, givenBy: seeder })
    }
    return Object.keys(rolesOf)
  })
}

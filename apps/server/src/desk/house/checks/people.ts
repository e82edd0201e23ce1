import type { HouseFact } from '@kapao/contract/console/house'
import { hasRight } from '@kapao/contract/console/roles'
import type { Queryable } from '#core/db/db.ts'
import { findOperators } from '#records/operators/store.ts'
import { areSomeApart, countKeys } from '../store.ts'
import { fact } from './fact.ts'

const confirmersMin = 2
/** A lost device leaves one. */
const keysMin = 2

/** Two who may confirm each other's acts, so neither has added the other, with two passkeys each. */
export async function checkPeople(on: Queryable): Promise<HouseFact[]> {
  const confirmers = (await findOperators(on)).filter(
    ({ disabledAt, roles }) => disabledAt === null && hasRight(roles, 'second.decide'),
  )
  const keysOf = new Map((await countKeys(on)).map(({ operator, keys }) => [operator, keys]))
  const few = confirmers.filter(({ name }) => (keysOf.get(name) ?? 0) < keysMin)
  const names = confirmers.map(({ name }) => name)
  const count = names.length
  const areEnough = count >= confirmersMin
  return [
    fact('confirmers', areEnough ? 'fine' : 'must', { names, count }),
    ...(areEnough && !(await areSomeApart(on, names)) ? [fact('notApart', 'must')] : []),
    ...(few.length > 0 ? [fact('fewKeys', 'should', { names: few.map(({ name }) => name) })] : []),
  ]
}

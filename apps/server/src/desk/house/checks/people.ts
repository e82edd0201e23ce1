import type { HouseFact } from '@kapao/contract/console/house'
import { hasRight } from '@kapao/contract/console/roles'
import type { Queryable } from '#core/db/db.ts'
import { findOperators } from '#records/operators/store.ts'
import { countKeys } from '../store.ts'
import { fact } from './fact.ts'

const confirmersMin = 2
/** A lost device leaves one. */
const keysMin = 2

/** Two who may confirm each other's acts, with two passkeys each. */
export async function checkPeople(on: Queryable): Promise<HouseFact[]> {
  const confirmers = (await findOperators(on)).filter(
    ({ disabledAt, roles }) => disabledAt === null && hasRight(roles, 'second.decide'),
  )
  const keysOf = new Map((await countKeys(on)).map(({ operator, keys }) => [operator, keys]))
  const few = confirmers.filter(({ name }) => (keysOf.get(name) ?? 0) < keysMin)
  const names = confirmers.map(({ name }) => name)
  return [
    fact('confirmers', names.length < confirmersMin ? 'must' : 'fine', {
      names,
      count: names.length,
    }),
    ...(few.length > 0 ? [fact('fewKeys', 'should', { names: few.map(({ name }) => name) })] : []),
  ]
}

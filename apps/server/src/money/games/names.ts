import type { Queryable } from '#core/db/db.ts'
import { findAccount } from './store.ts'

const rememberedMax = 100_000
const namesIn = new WeakMap<Queryable, Map<string, string>>()

/**
 * The name that a provider knows a member by; null while there is no account. A name never changes, so it is read once
 * from each database and kept; a missing one is read again each time.
 */
export async function findName(
  on: Queryable,
  memberId: string,
  game: string,
): Promise<string | null> {
  const known = namesIn.get(on) ?? new Map<string, string>()
  namesIn.set(on, known)
  const place = `${memberId} ${game}`
  const name = known.get(place) ?? (await findAccount(on, memberId, game))?.username
  if (name === undefined) return null
  if (known.size >= rememberedMax) known.delete(known.keys().next().value!)
  known.set(place, name)
  return name
}

import type { Queryable } from '#core/db/db.ts'
import { findAccount } from './store.ts'

/** The name that a provider knows a member by; null while there is no account. */
type FindName = (memberId: string, game: string) => Promise<string | null>

const rememberedMax = 100_000

/** A name never changes, so it is read once and cached; a missing one is read again each time. */
export function rememberNames(on: Queryable): FindName {
  const known = new Map<string, string>()
  return async (memberId, game) => {
    const place = `${memberId} ${game}`
    const name = known.get(place) ?? (await findAccount(on, memberId, game))?.username
    if (name === undefined) return null
    if (known.size >= rememberedMax) known.delete(known.keys().next().value!)
    known.set(place, name)
    return name
  }
}

import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { findLinks } from '#records/links/links.ts'
import type { Link } from '#records/links/signs.ts'

/** The members who share a sign with one, for the operator who looks at that one. */
export function findLinksOf(on: Queryable, clock: Clock, memberId: string): Promise<Link[]> {
  return findLinks(on, { members: [memberId], at: clock.now() })
}

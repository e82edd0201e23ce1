import type { Queryable } from '#core/db/db.ts'
import type { Capability, ContextWith } from '#app-context'
import type { Guests } from '../guests.ts'
import type { ShowDeps } from '../show.ts'
import { inboxRoutes, type InboxRouteDeps } from './desk-routes.ts'

type Uses = Pick<
  InboxRouteDeps,
  'addressOf' | 'findRoles' | 'maskName' | 'readCanned' | 'readCannedFacts' | 'saveCanned'
> & {
  guests: Guests
  findMember: (on: Queryable, id: string) => ReturnType<ShowDeps['findMember']>
}

/** The talks as staff see them: who waits, what was said, answers, and how long customers waited. */
export function openInbox(
  context: ContextWith<'db' | 'clock' | 'ids'>,
  { guests, findMember, ...uses }: Uses,
): Capability {
  const { db } = context
  return {
    registerConsole: (api) =>
      inboxRoutes(api, {
        ...context,
        ...uses,
        findMember: (id) => findMember(db, id),
        signGuest: guests.sign,
      }),
  }
}

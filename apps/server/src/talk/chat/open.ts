import type { Queryable } from '#core/db/db.ts'
import type { Listening } from '#core/db/connections/listener.ts'
import { createLine } from '#core/jobs/lines/line.ts'
import type { Here } from '#core/live/live.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { hourMs } from '#core/clock.ts'
import { inboxRoutes, type InboxRouteDeps } from './desk-routes.ts'
import { forgetOldTalks } from './forget.ts'
import type { Guests } from './guests.ts'
import { listenForTalks, type ListenDeps } from './listen.ts'
import type { PeopleDeps } from './people.ts'
import { chatRoutes, type RouteDeps } from './routes.ts'
import type { ShowDeps } from './show.ts'

type Uses = Pick<RouteDeps, 'openMenu' | 'findOwnFile' | 'markSent' | 'addressOf'> & {
  guests: Guests
  here: Here
  findMember: (on: Queryable, id: string) => ReturnType<ListenDeps['findMember']>
  /** What the desk answers beside the talks themselves. */
  desk: Omit<InboxRouteDeps, keyof PeopleDeps | keyof ShowDeps | 'markSent'>
}

export type Chat = Capability & {
  /** Starts notifying this process's sockets of every message. */
  listen: () => Promise<Listening>
}

/**
 * Writing to talks uses few slots: one message of a talk at a time, and as many waiting as a network's
 * limit admits. A burst of everyone takes seconds, and a waiting message holds nothing but memory.
 */
const sending = {
  atOnceMax: 4,
  ownerAtOnceMax: 1,
  waitingMax: 2_000,
  ownerWaitingMax: 60,
  floodFrom: 10,
  waitMs: 15_000,
}

/** Talks with members and guests: what they write, and the answers of the menu and of staff. */
export function openChat(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings', 'variant'>,
  { findMember, guests, here, desk, ...uses }: Uses,
): Chat {
  const { config, db, clock, readSettings } = context
  const showing = {
    clock,
    addressOf: uses.addressOf,
    findMember: (id: string) => findMember(db, id),
    signGuest: guests.sign,
  }
  return {
    registerCalls: (api) =>
      chatRoutes(api, {
        ...context,
        ...uses,
        ...showing,
        guests,
        variant: config.variant,
        welcome: async (language) => (await uses.openMenu()).welcome(language),
        inTurn: createLine(sending).run,
      }),
    registerConsole: (api) =>
      inboxRoutes(api, { ...context, ...showing, ...desk, markSent: uses.markSent }),
    jobs: [
      {
        name: 'chat.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldTalks({ db, clock, readSettings }),
      },
    ],
    listen: () => listenForTalks({ ...context, ...showing, here }),
  }
}

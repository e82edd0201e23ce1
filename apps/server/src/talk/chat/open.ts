import { hourMs } from '@kapao/contract/times'
import type { OpenListener } from '#core/db/connections/listener.ts'
import { createLine } from '#core/lines/line.ts'
import type { Here } from '#core/live/live.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { ChatFiles } from '#talk/chatfiles/open.ts'
import { inboxRoutes } from './desk-routes.ts'
import { forgetOldTalks } from './forget.ts'
import type { Guests } from './guests.ts'
import { listenForTalks } from './listen.ts'
import { chatRoutes } from './routes.ts'

export type Chat = Capability & {
  /** Starts notifying this process's sockets of every message. */
  listen: () => Promise<OpenListener>
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

type ChatParts = { guests: Guests; here: Here; files: ChatFiles }

/** Talks with members and guests: what they write, and the answers of the menu and of staff. */
export function openChat(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings', 'variant'>,
  { guests, here, files }: ChatParts,
): Chat {
  const { config, db, clock, readSettings } = context
  const showing = { ...context, addressOf: files.addressOf, signGuest: guests.sign }
  return {
    registerCalls: (api) =>
      chatRoutes(api, {
        ...showing,
        guests,
        variant: config.variant,
        inTurn: createLine(sending).run,
      }),
    registerConsole: (api) => inboxRoutes(api, { ...showing, receiveAtDesk: files.receiveAtDesk }),
    jobs: [
      {
        name: 'chat.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldTalks({ db, clock, readSettings }),
      },
    ],
    listen: () => listenForTalks({ ...showing, here }),
  }
}

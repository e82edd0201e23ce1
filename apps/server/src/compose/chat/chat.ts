import type { Variant } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Listening } from '#core/database/listener.ts'
import type { Db } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import { createLine } from '#core/lines/line.ts'
import type { Here } from '#core/live/live.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import type { ServedFolder } from '#core/uploads/serve-files.ts'
import { findMember } from '#modules/account/store.ts'
import { answerTo, welcomeOf } from '#modules/chatbot/answer.ts'
import { tellFacts } from '#modules/chatbot/facts.ts'
import { forgetOldFiles } from '#modules/chatfiles/forget.ts'
import { findOwnFile } from '#modules/chatfiles/own-file.ts'
import { chatFileRoutes } from '#modules/chatfiles/routes.ts'
import { findFileOwner, setSent } from '#modules/chatfiles/store.ts'
import { forgetOldTalks } from '#modules/chat/forget.ts'
import type { Guests } from '#modules/chat/guests.ts'
import { listenForTalks } from '#modules/chat/hear.ts'
import { chatRoutes, findOwner } from '#modules/chat/routes.ts'
import type { MenuAnswers } from '#modules/chat/send.ts'
import type { Settings } from '#settings/registry.ts'
import type { Uploads } from '../files/uploads.ts'
import { readFacts } from './facts.ts'

export type ChatAround = {
  config: { variant: Variant }
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn'>
  readSettings: () => Promise<Settings>
  uploads: Uploads
  guests: Guests
  here: Here
}

export type ComposedChat = {
  registerCalls: (api: Api) => void
  jobs: Job[]
  folders: ServedFolder[]
  /** From then on the sockets of this process hear of every message. */
  listen: () => Promise<Listening>
}

const hourMs = 60 * 60_000
const chatFolder = 'chat'
/**
 * What is written in talks takes few places, whoever writes: one message of a talk at once, and as many waiting as the limit of
 * a network admits. A burst of everybody takes seconds, and what waits holds nothing but memory.
 */
const sending = {
  atOnceMax: 4,
  ownerAtOnceMax: 1,
  waitingMax: 2_000,
  ownerWaitingMax: 60,
  waitMs: 15_000,
}

/** Talks with members and guests: what they write, what the menu and people answer, and the files in them. */
export function composeChat(around: ChatAround): ComposedChat {
  const { config, db, clock, guests, readSettings, uploads } = around
  const folder = uploads.openFolder(chatFolder)
  const addressOf = (file: string, owner: string): string =>
    uploads.links.make({ folder: chatFolder, file, owner }, hourMs)
  const showing = {
    clock,
    addressOf,
    findMember: (id: string) => findMember(db, id),
    signGuest: guests.sign,
  }
  const openMenu = () => openAnswers(around)
  return {
    registerCalls: (api) => {
      chatRoutes(api, {
        ...around,
        ...showing,
        variant: config.variant,
        openMenu,
        welcome: async (language) => (await openMenu()).welcome(language),
        findOwnFile,
        markSent: setSent,
        inTurn: createLine(sending).run,
        readGuestOpenMax: async () => (await readSettings())['chat.guestOpenMax'],
      })
      chatFileRoutes(api, {
        ...around,
        folder,
        pictures: uploads.pictures,
        addressOf,
        findOwner: (caller) => findOwner(guests, caller),
      })
    },
    jobs: [
      {
        name: 'chat.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldTalks({ db, clock, readSettings }),
      },
      {
        name: 'chatfiles.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldFiles({ db, clock, folder, readSettings }),
      },
    ],
    folders: [{ folder, findOwner: (fileName) => findFileOwner(db, fileName) }],
    listen: () => listenForTalks({ ...around, ...showing }),
  }
}

/** The menu as it is set now. It is read before a transaction begins, which must not wait for a second connection. */
export async function openAnswers({
  readSettings,
  clock,
}: Pick<ChatAround, 'readSettings' | 'clock'>): Promise<MenuAnswers> {
  const menu = (await readSettings())['chat.menu']
  return {
    welcome: (language) => welcomeOf(menu, language),
    answer: ({ on, memberId, language, message, isWithPeople }) =>
      answerTo(menu, {
        language,
        message,
        isWithPeople,
        readFacts: async () =>
          tellFacts(memberId === null ? null : await readFacts(on, clock, memberId), language),
      }),
  }
}

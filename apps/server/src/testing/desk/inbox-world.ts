import type { Role } from '@kapao/contract/console/roles'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { openUploads } from '#core/uploads/uploads.ts'
import { readCanned, saveCanned } from '#desk/decisions/canned.ts'
import { maskName } from '#core/console/work/masks.ts'
import { findMember, listNames } from '#records/account/store.ts'
import { openGuests } from '#talk/chat/guests.ts'
import { inboxRoutes, type InboxRouteDeps } from '#talk/chat/desk-routes.ts'
import { openChatFiles } from '#talk/chatfiles/open.ts'
import { setSent } from '#talk/chatfiles/store.ts'
import { openSettings } from '#settings/read.ts'
import { readCannedFacts } from '#desk/overview/canned-facts.ts'
import { openChatWorld, type ChatWorld } from '../chat-world.ts'
import { testConfig } from '../test-app.ts'
import { openDeskCalls, type DeskCalls } from './desk-calls.ts'

export type InboxWorld = { world: ChatWorld; desk: DeskCalls; close: () => Promise<void> }

/** Members and guests who chat, and the desk that answers them; who has which roles is the test's word. */
export async function openInboxWorld(
  findRoles: (name: string) => Promise<readonly Role[] | null>,
): Promise<InboxWorld> {
  const world = await openChatWorld()
  const { clock, dataDir } = world
  const { db } = world.database
  const context = { db, clock, ids: systemIds, log: createLog('silent') }
  const settings = await openSettings(context)
  const config = { ...testConfig, dataDir, uploadsBucket: null, fileLinkKey: null }
  const uploads = openUploads({ config, clock, ids: systemIds })
  const files = openChatFiles(
    { ...context, readSettings: settings.read },
    { uploads, findOwner: async () => null },
  )
  const deps: InboxRouteDeps = {
    ...context,
    ...files,
    markSent: setSent,
    signGuest: openGuests(context).sign,
    findMember: (id) => findMember(db, id),
    maskName,
    listNames,
    readCanned: () => readCanned(db),
    saveCanned: (change) => saveCanned(context, change),
    readCannedFacts: (id, language) => readCannedFacts(context, id, language),
    findRoles,
  }
  const desk = await openDeskCalls((api) => inboxRoutes(api, deps), world)
  return {
    world,
    desk,
    close: async () => {
      await desk.close()
      await uploads.close()
      await settings.close()
      await world.close()
    },
  }
}

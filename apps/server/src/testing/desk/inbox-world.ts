import type { Role } from '@kapao/contract/console/roles'
import { sha256, systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { openUploads } from '#core/uploads/uploads.ts'
import { inboxRoutes, type InboxRouteDeps } from '#talk/chat/desk-routes.ts'
import { openChatFiles } from '#talk/chatfiles/open.ts'
import { insertOperator, insertRole } from '#records/operators/store.ts'
import { openSettings } from '#settings/read.ts'
import { openChatWorld, type ChatWorld } from '../worlds/chat-world.ts'
import { testConfig } from '../worlds/test-app.ts'
import { openDeskCalls, type DeskCalls } from './desk-calls.ts'

export type InboxWorld = { world: ChatWorld; desk: DeskCalls; close: () => Promise<void> }

/** Members and guests who chat, and the desk that answers them, with these operators and their roles. */
export async function openInboxWorld(
  operators: Readonly<Record<string, readonly Role[]>> = {},
): Promise<InboxWorld> {
  const world = await openChatWorld()
  const { clock, dataDir } = world
  const { db } = world.database
  await db.begin(async (tx) => {
    for (const [name, roles] of Object.entries(operators)) {
      const by = { createdAt: clock.now(), createdBy: 'system:bootstrap' }
      await insertOperator(tx, { name, tokenHash: sha256(name), ...by })
      for (const role of roles) await insertRole(tx, { name, role, givenBy: 'operator:boss' })
    }
  })
  const context = { db, clock, ids: systemIds, log: createLog('silent') }
  const settings = await openSettings(context)
  const config = { ...testConfig, dataDir, uploadsBucket: null, fileLinkKey: null }
  const uploads = openUploads({ config, clock, ids: systemIds })
  const files = openChatFiles(
    { ...context, readSettings: settings.read },
    { uploads, findOwner: async () => null },
  )
  const deps: InboxRouteDeps = { ...context, ...files, readSettings: settings.read }
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

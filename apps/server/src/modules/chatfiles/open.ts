import type { Uploads } from '#core/uploads/uploads.ts'
import type { ContextWith, Capability } from '#app-context'
import { hourMs } from '#core/clock.ts'
import { forgetOldFiles } from './forget.ts'
import { chatFileRoutes, type RouteDeps } from './routes.ts'
import { findFileOwner } from './store.ts'

export type ChatFiles = Capability & {
  /** The address of a file for its owner, as a message names it. */
  addressOf: (file: string, owner: string) => string
}

const chatFolder = 'chat'

/** Pictures and videos of talks. */
export function openChatFiles(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings'>,
  { uploads, findOwner }: { uploads: Uploads } & Pick<RouteDeps, 'findOwner'>,
): ChatFiles {
  const { db, clock, readSettings } = context
  const folder = uploads.openFolder(chatFolder)
  const addressOf = (file: string, owner: string): string =>
    uploads.links.make({ folder: chatFolder, file, owner }, hourMs)
  return {
    addressOf,
    registerCalls: (api) =>
      chatFileRoutes(api, { ...context, folder, pictures: uploads.pictures, addressOf, findOwner }),
    jobs: [
      {
        name: 'chatfiles.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldFiles({ db, clock, folder, readSettings }),
      },
    ],
    folders: [{ folder, findOwner: (fileName) => findFileOwner(db, fileName) }],
  }
}

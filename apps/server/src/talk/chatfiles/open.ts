import { hourMs } from '@kapao/contract/times'
import type { Uploads } from '#core/uploads/uploads.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { networkOf } from '#core/limits/rate-limit.ts'
import type { Upload } from '#core/uploads/receive.ts'
import { receiveAtDesk, type DeskFile } from './desk.ts'
import { forgetOldFiles } from './forget.ts'
import { chatFileRoutes, type RouteDeps } from './routes.ts'
import { findFileOwner } from './store.ts'

export type ChatFiles = Capability & {
  /** The address of a file for its owner, as a message names it. */
  addressOf: (file: string, owner: string) => string
  /** A picture or video that an operator sends into a talk. */
  receiveAtDesk: (operator: string, upload: Upload) => Promise<DeskFile>
}

const chatFolder = 'chat'

/** Members as the owners of their other files are named; guests cost nothing to make, so theirs is their network. */
function readerOfFile(owner: string, address: string): string {
  return owner.startsWith('guest:')
    ? `network ${networkOf(address)}`
    : owner.replace(/^member:/, '')
}

/** Pictures and videos of talks. */
export function openChatFiles(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'readSettings'>,
  { uploads, findOwner }: { uploads: Uploads } & Pick<RouteDeps, 'findOwner'>,
): ChatFiles {
  const { db, clock, readSettings } = context
  const folder = uploads.openFolder(chatFolder)
  const addressOf = (file: string, owner: string): string =>
    uploads.links.make({ folder: chatFolder, file, owner }, hourMs)
  const keeping = { ...context, folder, pictures: uploads.pictures }
  return {
    addressOf,
    receiveAtDesk: (operator, upload) => receiveAtDesk(keeping, operator, upload),
    registerCalls: (api) => chatFileRoutes(api, { ...keeping, addressOf, findOwner }),
    jobs: [
      {
        name: 'chatfiles.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldFiles({ db, clock, folder, readSettings }),
      },
    ],
    folders: [
      {
        folder,
        findOwner: (fileName) => findFileOwner(db, fileName),
        readerOf: readerOfFile,
      },
    ],
  }
}

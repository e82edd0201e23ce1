import { dayMs, hourMs } from '@kapao/contract/times'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { Uploads } from '#core/uploads/uploads.ts'
import { fileOf } from './address.ts'
import { pictureRoutes } from './desk-routes.ts'
import { readFilesOf } from './read-file.ts'
import { consolePictureRoute, pictureRoute } from './routes.ts'

/** Where they lie among the uploads. */
export const pictureFolder = 'pictures'

export type HousePictures = Capability & {
  /** The picture at an address; null where the house has none. */
  readPicture: (address: string) => Promise<Buffer | null>
}

/** The pictures of the house: added by operators, seen by everybody. */
export function openPictures(
  context: ContextWith<'db' | 'clock'>,
  { uploads }: { uploads: Uploads },
): HousePictures {
  const { clock } = context
  const folder = uploads.openFolder(pictureFolder)
  const read = readFilesOf(folder)
  return {
    readPicture: async (address) => {
      const file = fileOf(address)
      return file === null ? null : read(file)
    },
    registerCalls: (api) => api.addRoute(pictureRoute(read, api.deps)),
    registerConsole: (api) => {
      pictureRoutes(api, { ...context, folder, pictures: uploads.pictures })
      api.addRoute(consolePictureRoute(read))
    },
    jobs: [
      {
        name: 'pictures.forgetIncoming',
        everyMs: hourMs,
        // What a dead process was receiving; nothing that was kept is ever removed.
        run: async () => {
          await folder.removeIncomingOlder(new Date(clock.now().getTime() - dayMs))
        },
      },
    ],
  }
}

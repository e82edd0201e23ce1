import { rm } from 'node:fs/promises'
import { addPicture, listPictures } from '@kapao/contract/console/pictures'
import { pictureSizeMaxMb } from '@kapao/contract/console/picture-limits'
import { bytesOfMb } from '@kapao/contract/limits'
import type { AuditContext } from '#core/audit/audit-store.ts'
import { consoleUpload } from '#core/console/file.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { Refused } from '#core/refused.ts'
import type { Upload } from '#core/uploads/receive.ts'
import { addressOf } from './address.ts'
import { keepPicture, PictureRefused, refuseWhenFull, type KeepDeps } from './keep.ts'
import { listPictures as listAll, type HousePicture } from './store.ts'

const picturesOfPage = 60

export function pictureRoutes(api: ConsoleApi, deps: KeepDeps): void {
  consoleUpload(api, addPicture, async ({ operator: { actor }, requestId }, _input, upload) => {
    try {
      return shown(await receivePicture(deps, { actor, requestId }, upload))
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      const { problem: picture } = error
      throw new ConsoleRefused('FILE_WRONG', { picture, sentence: sentences[picture] })
    }
  })
  consoleRoute(api, listPictures, async (_caller, { after }) => {
    const before = after !== undefined && /^\d{1,18}$/.test(after) ? after : null
    const found = await listAll(deps.db, { before, limit: picturesOfPage + 1 })
    const pictures = found.slice(0, picturesOfPage)
    const next = found.length > picturesOfPage ? String(pictures.at(-1)!.n) : null
    return { pictures: pictures.map(shown), next }
  })
}

const kinds: readonly (string | null)[] = ['png', 'jpeg', 'webp', 'gif']

async function receivePicture(deps: KeepDeps, by: AuditContext, upload: Upload) {
  await refuseWhenFull(deps.db, by.actor, deps.clock)
  const path = await deps.folder.newIncoming()
  try {
    const { file } = await upload.receive({ path, bytesMax: pictureSizeMaxMb * bytesOfMb })
    if (file === null || !kinds.includes(file.kind)) throw new PictureRefused('kind')
    return await keepPicture(deps, path, by)
  } catch (error) {
    const isLarge = error instanceof Refused && error.code === 'REQUEST_TOO_LARGE'
    throw isLarge ? new PictureRefused('bytes') : error
  } finally {
    await rm(path, { force: true })
  }
}

function shown({ file, size: bytes, at, ...rest }: HousePicture) {
  return { ...rest, bytes, address: addressOf(file), at: at.toISOString() }
}

/** For a terminal. */
const sentences: Record<PictureRefused['problem'], string> = {
  kind: 'This is no PNG, JPEG, WebP or GIF.',
  bytes: `A picture has at most ${pictureSizeMaxMb} MB.`,
  pixels: 'A picture has at most 40 million pixels.',
  broken: 'The picture is damaged.',
  heavy: 'The picture takes too long to read; save it again, with fewer pixels.',
  more: 'The file holds more than a picture; save it again as PNG or JPEG.',
  dayFull: 'You have added too many pictures in the last 24 hours.',
  storeFull: 'The store of pictures is full.',
}

import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { openUploadFolder, type UploadFolder } from './folder.ts'
import { createPictures, type Pictures } from './pictures/pool.ts'
import { createLinks, type Links } from './signed-link.ts'

export type Uploads = {
  /** A folder for one kind of files; serving them defines their owners. */
  openFolder: (name: string) => UploadFolder
  links: Links
  pictures: Pictures
  close: () => Promise<void>
}

/** Shared by everything that takes files: where they are stored, how they are checked, and how they are shown. */
export function openUploads(base: {
  config: { dataDir: string; fileLinkKey: Buffer | null }
  clock: Clock
  ids: Ids
}): Uploads {
  const { config, clock, ids } = base
  const pictures = createPictures()
  return {
    openFolder: (name) => openUploadFolder({ dataDir: config.dataDir, ids }, name),
    links: createLinks({ clock, key: config.fileLinkKey ?? randomBytes(32) }),
    pictures,
    close: () => pictures.close(),
  }
}

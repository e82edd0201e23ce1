import { randomBytes } from 'node:crypto'
import type { BucketAddress } from '../buckets/address.ts'
import { openBucket } from '../buckets/bucket.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { openBucketFolder } from './bucket/bucket-folder.ts'
import { openUploadFolder, type UploadFolder } from './folder.ts'
import { createPictures, type Pictures } from './pictures/pool.ts'
import { createLinks, type Links } from './signed-link.ts'

export type Uploads = {
  /** A folder for one kind of files; serving them defines their owners. */
  openFolder: (name: string) => UploadFolder
  links: Links
  pictures: Pictures
  /** Rejects while the bucket is down; null without one. */
  askBucket: (() => Promise<unknown>) | null
  close: () => Promise<void>
}

type Where = { dataDir: string; uploadsBucket: BucketAddress | null }

/** Folders of uploaded files, in the bucket if there is one. */
export function uploadFolders(
  { dataDir, uploadsBucket }: Where,
  ids: Pick<Ids, 'secret'>,
): (name: string) => UploadFolder {
  const local = (name: string) => openUploadFolder({ dataDir, ids }, name)
  if (uploadsBucket === null) return local
  const bucket = openBucket(uploadsBucket)
  return (name) => openBucketFolder(bucket, local(name))
}

/** Shared by everything that takes files: where they are stored, how they are checked, and how they are shown. */
export function openUploads(base: {
  config: Where & { fileLinkKey: Buffer | null }
  clock: Clock
  ids: Ids
}): Uploads {
  const { config, clock, ids } = base
  const { uploadsBucket } = config
  const pictures = createPictures()
  return {
    openFolder: uploadFolders(config, ids),
    links: createLinks({ clock, key: config.fileLinkKey ?? randomBytes(32) }),
    pictures,
    askBucket: uploadsBucket && openBucket(uploadsBucket).ask,
    close: () => pictures.close(),
  }
}

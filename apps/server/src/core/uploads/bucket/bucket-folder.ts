import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { BucketUnavailable } from '../../buckets/connection.ts'
import type { Bucket } from '../../buckets/bucket.ts'
import type { ObjectHead } from '../../buckets/reads.ts'
import {
  isFileName,
  isIncomingName,
  typeOf,
  type LocalFolder,
  type UploadFolder,
} from '../folder.ts'

/** How many pages of a list one search for old files reads; the next search continues after them. */
const pagesEach = 20
/** A phone on a bad line holds no more than this, and no connection to the bucket. */
const partBytes = 1024 * 1024

/**
 * Files of one kind in a bucket. They are received and decoded in the folder of this machine, and what still lies there
 * under its permanent name, from the time before the bucket, is served from there until it is moved.
 */
export function openBucketFolder(bucket: Bucket, local: LocalFolder): UploadFolder {
  const { name } = local
  const keyOf = (fileName: string): string => {
    if (!isFileName(fileName)) throw new Error('not a name of an uploaded file')
    return `${name}/${fileName}`
  }
  const findInBucket = async (key: string) => {
    const found = await orAway(bucket.find(key))
    if (found === null) return null
    const read = async (start: number, end: number) =>
      Readable.from(partsOf(bucket, key, { ...found, start, end }), { objectMode: false })
    return { bytes: found.bytes, read }
  }
  const open: UploadFolder['open'] = async (fileName) => {
    const key = keyOf(fileName)
    // It may be moved between the first look and the second.
    return (await findInBucket(key)) ?? (await local.open(fileName)) ?? (await findInBucket(key))
  }
  return {
    name,
    newIncoming: local.newIncoming,
    newName: local.newName,
    keep: (incoming, fileName) =>
      put(bucket, { key: keyOf(fileName), path: incoming, type: typeOf(fileName) }),
    ...handedOver(bucket, local),
    open,
    has: async (fileName) => (await open(fileName)) !== null,
    remove: async (fileName) => {
      await orAway(bucket.remove(keyOf(fileName)))
      await local.remove(fileName)
    },
    listOlder: listOlderOf(bucket, local),
  }
}

/** What was received here and is read wherever its turn comes. */
function handedOver(
  bucket: Bucket,
  local: LocalFolder,
): Pick<UploadFolder, 'handOn' | 'withHanded' | 'dropHanded' | 'removeIncomingOlder'> {
  const below = `${local.name}/incoming/`
  const keyOf = (handed: string): string => {
    if (!isIncomingName(handed)) throw new Error('not a name of a received file')
    return below + handed
  }
  return {
    handOn: async (incoming) => {
      const handed = basename(incoming)
      await put(bucket, { key: keyOf(handed), path: incoming, type: 'application/octet-stream' })
      return handed
    },
    withHanded: async (handed, work) => {
      const path = await local.newIncoming()
      try {
        const isThere = await orAway(bucket.download(keyOf(handed), path))
        // Handed on before there was a bucket, or lost: then there is nothing here either.
        return await (isThere ? work(path) : local.withHanded(handed, work))
      } finally {
        await rm(path, { force: true })
      }
    },
    dropHanded: async (handed) => {
      await orAway(bucket.remove(keyOf(handed)))
      await local.dropHanded(handed)
    },
    removeIncomingOlder: async (before) => {
      let removed = await local.removeIncomingOlder(before)
      for await (const page of bucket.list(below))
        for (const { key, at } of page)
          if (at < before) {
            await bucket.remove(key)
            removed += 1
          }
      return removed
    },
  }
}

function listOlderOf(bucket: Bucket, local: LocalFolder): UploadFolder['listOlder'] {
  const below = `${local.name}/`
  let last: string | undefined
  return async (before) => {
    const older: string[] = []
    let pages = 0
    const list = bucket.list(below, last)
    last = undefined
    for await (const page of list) {
      for (const { key, at } of page) {
        const fileName = key.slice(below.length)
        if (at < before && isFileName(fileName)) older.push(fileName)
      }
      pages += 1
      if (pages < pagesEach) continue
      last = page.at(-1)?.key
      break
    }
    return [...older, ...(await local.listOlder(before))]
  }
}

/** The file is no longer on this machine afterwards, whatever became of it. */
async function put(
  bucket: Bucket,
  { key, path, type }: { key: string; path: string; type: string },
): Promise<void> {
  await orAway(bucket.putFile(key, path, type)).finally(() => rm(path, { force: true }))
}

/** What is read from the first byte to the last is compared with its checksum before it ends. */
async function* partsOf(
  bucket: Bucket,
  key: string,
  { bytes, sha256, start, end }: ObjectHead & { start: number; end: number },
): AsyncGenerator<Buffer> {
  const hash = sha256 !== null && start === 0 && end === bytes - 1 ? createHash('sha256') : null
  for (let from = start; from <= end; from += partBytes) {
    const to = Math.min(end, from + partBytes - 1)
    const part = await orAway(bucket.readPart(key, from, to))
    if (part === null) throw new Error(`${key} was removed while it was read`)
    hash?.update(part)
    if (to === end && hash && hash.digest('hex') !== sha256) throw new Error(`${key} is damaged`)
    yield part
  }
}

async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new BucketUnavailable(error)
  }
}

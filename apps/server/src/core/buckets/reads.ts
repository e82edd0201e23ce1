import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer as readBytes, text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { asFile, soon, unlessStatus, type Connection } from './connection.ts'

/** An object as a list names it. */
type ListedObject = { key: string; at: Date }

export type ObjectHead = {
  bytes: number
  /** In hexadecimal; null if its keeper does not know it. */
  sha256: string | null
}

export function readsOf({ open, at, bucket: Bucket, prefix }: Connection) {
  return {
    /** Null where there is none; one of more than `charactersMax` is refused. */
    readText: async (key: string, charactersMax: number): Promise<string | null> => {
      const { s3, client } = await open()
      const get = new s3.GetObjectCommand(at(key))
      const got = await client.send(get, soon()).catch(unlessStatus(404, null))
      if (got === null) return null
      if ((got.ContentLength ?? 0) > charactersMax) throw new Error(`${key} is too large`)
      return got.Body ? readText(got.Body as Readable) : ''
    },
    /** A part of an object, both ends included. Null where there is none. */
    readPart: async (key: string, start: number, end: number): Promise<Buffer | null> => {
      const { s3, client } = await open()
      const get = new s3.GetObjectCommand({ ...at(key), Range: `bytes=${start}-${end}` })
      const got = await client.send(get, soon()).catch(unlessStatus(404, null))
      return got === null ? null : readBytes(got.Body as Readable)
    },
    /** Writes an object to a new file; false where there is none. A damaged one is refused by its checksum. */
    download: async (key: string, path: string): Promise<boolean> => {
      const { s3, client } = await open()
      const get = new s3.GetObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' })
      const got = await client.send(get, asFile()).catch(unlessStatus(404, null))
      if (got === null) return false
      await pipeline(got.Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return true
    },
    find: async (key: string): Promise<ObjectHead | null> => {
      const { s3, client } = await open()
      const head = new s3.HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' })
      const found = await client.send(head, soon()).catch(unlessStatus(404, null))
      if (found === null) return null
      return { bytes: found.ContentLength ?? 0, sha256: hexOf(found.ChecksumSHA256) }
    },
    /** Rejects unless it answers and lets this key list it. */
    ask: async (): Promise<void> => {
      const { s3, client } = await open()
      const list = new s3.ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, MaxKeys: 1 })
      await client.send(list, soon())
    },
    /** Page by page, in the order of keys; `after` is where an earlier list ended. */
    list: async function* (below: string, after?: string): AsyncGenerator<ListedObject[]> {
      const { s3, client } = await open()
      const what = { Bucket, Prefix: `${prefix}/${below}` }
      const start = after === undefined ? {} : { StartAfter: `${prefix}/${after}` }
      let ContinuationToken: string | undefined
      do {
        const next = new s3.ListObjectsV2Command({ ...what, ...start, ContinuationToken })
        const page: ListObjectsV2CommandOutput = await client.send(next, soon())
        yield (page.Contents ?? []).flatMap(({ Key, LastModified: at }) =>
          Key && at ? [{ key: Key.slice(prefix.length + 1), at }] : [],
        )
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },
  }
}

function hexOf(checksum: string | undefined): string | null {
  return checksum === undefined ? null : Buffer.from(checksum, 'base64').toString('hex')
}

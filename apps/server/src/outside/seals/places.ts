import { open, readFile } from 'node:fs/promises'
import { nameOfBucket, type BucketAddress } from '#core/buckets/address.ts'
import { sha256 } from '#core/ids.ts'
import { openHeads } from './bucket.ts'

export type SealPlace =
  | { kind: 'file'; path: string }
  | { kind: 'webhook'; url: string }
  | ({ kind: 'bucket' } & BucketAddress)

/** The shape that the ledger expects: ledger/heads/send.ts. */
export type OpenPlace = {
  name: string
  id: string
  append: (line: string) => Promise<void>
  read: () => Promise<string[] | null>
}

const answerWithinMs = 10_000
const charactersMax = 256 * 1024 * 1024

/** Opens nothing yet: an unreachable place fails when it is used. */
export function openPlaces(places: readonly SealPlace[]): OpenPlace[] {
  return places.map((place) => {
    if (place.kind === 'file') return filePlace(place)
    return place.kind === 'webhook' ? webhookPlace(place) : bucketPlace(place)
  })
}

/** An object for each head, in a bucket that keeps every version: only its owner can remove one. */
function bucketPlace({ kind: _, ...place }: { kind: 'bucket' } & BucketAddress): OpenPlace {
  const name = nameOfBucket(place)
  return { name, id: idOf(`${place.endpoint ?? ''} ${name}`), ...openHeads(place) }
}

/** A file that we can append to and no one can change: another user's, with the file system's append-only flag. */
function filePlace({ path }: { path: string }): OpenPlace {
  return {
    name: path,
    id: idOf(`file:${path}`),
    append: async (line) => {
      const torn = await endsTorn(path)
      const file = await open(path, 'a')
      try {
        // A process that died within a line left a partial one.
        await file.appendFile(`${torn ? '\n' : ''}${line}\n`)
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    read: async () => linesOf(await readFile(path, 'utf8')),
  }
}

async function endsTorn(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // We may be allowed to append but not to read it, or it may not exist yet.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null
    throw error
  })
  if (!file) return false
  try {
    const { size } = await file.stat()
    if (size === 0) return false
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer[0] !== 0x0a
  } finally {
    await file.close()
  }
}

/** Accepts one line by POST, and may return all of them by GET, one per line. */
function webhookPlace({ url }: { url: string }): OpenPlace {
  return {
    // The rest of the URL may be a secret.
    name: new URL(url).origin,
    id: idOf(url),
    append: async (line) => {
      const { status } = await ask(url, { method: 'POST', body: line })
      if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
    },
    read: async () => {
      const { status, text } = await ask(url, { method: 'GET' })
      if ([403, 404, 405, 501].includes(status)) return null
      if (status !== 200) throw new Error(`it answered ${status}`)
      return linesOf(text)
    },
  }
}

async function ask(url: string, init: { method: string; body?: string }) {
  const reply = await fetch(url, {
    ...init,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  })
  return { status: reply.status, text: await reply.text() }
}

function linesOf(text: string): string[] {
  if (text.length > charactersMax) throw new Error('it is too large to be read')
  return text.split('\n').filter((line) => line !== '')
}

function idOf(address: string): string {
  return sha256(address).toString('hex').slice(0, 32)
}

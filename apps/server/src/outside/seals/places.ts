import { open, readFile } from 'node:fs/promises'
import { sha256 } from '#core/ids.ts'
import { openBucket, type Bucket } from './bucket.ts'

export type SealPlace =
  | { kind: 'file'; path: string }
  | { kind: 'webhook'; url: string }
  | ({ kind: 'bucket' } & Bucket)

/** The shape that the ledger asks for: ledger/heads/send.ts. */
export type OpenPlace = {
  name: string
  id: string
  append: (line: string) => Promise<void>
  read: () => Promise<string[] | null>
}

const answerWithinMs = 10_000
const charactersMax = 256 * 1024 * 1024

/** Opens nothing yet: a place that is away is one that failed when it was needed. */
export function openPlaces(places: readonly SealPlace[]): OpenPlace[] {
  return places.map((place) => {
    if (place.kind === 'file') return filePlace(place)
    return place.kind === 'webhook' ? webhookPlace(place) : bucketPlace(place)
  })
}

/** An object for each head, in a bucket that keeps every version: only its owner can take one away. */
function bucketPlace({ kind: _, ...place }: { kind: 'bucket' } & Bucket): OpenPlace {
  const name = `s3://${place.bucket}/${place.prefix}`
  return { name, id: idOf(`${place.endpoint ?? ''} ${name}`), ...openBucket(place) }
}

/** A file that is ours to append to and nobody's to change: another user's, with the append-only mark of the file system. */
function filePlace({ path }: { path: string }): OpenPlace {
  return {
    name: path,
    id: idOf(`file:${path}`),
    append: async (line) => {
      const torn = await endsTorn(path)
      const file = await open(path, 'a')
      try {
        // Whoever died in the middle of a line left a part of one.
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
    // May be ours to append to and not to read, or not there yet.
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

/** Takes one line by POST, and may tell all of them by GET, one below the other. */
function webhookPlace({ url }: { url: string }): OpenPlace {
  return {
    // What follows the host may be a secret.
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

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { PutObjectCommand } from '@aws-sdk/client-s3'
import { asFile, isSilent, soon, statusOf, unlessStatus, type Connection } from './connection.ts'

export function writesOf({ open, at, attemptsMax }: Connection) {
  return {
    /** Keeps a text; false where `onlyNew` found an object under this key. */
    putText: async (key: string, text: string, { onlyNew = false } = {}): Promise<boolean> => {
      const { s3, client } = await open()
      const put = new s3.PutObjectCommand({
        ...at(key),
        Body: text,
        ContentType: 'text/plain; charset=utf-8',
        ...(onlyNew && { IfNoneMatch: '*' }),
      })
      return client.send(put, soon()).then(() => true, unlessStatus(412, false))
    },
    /** Keeps a file; its keeper refuses it if it arrives damaged. Returns its SHA-256. */
    putFile: async (key: string, path: string, type: string): Promise<string> => {
      const { s3, client } = await open()
      const { bytes, sha256 } = await digestOfFile(path)
      const putOnce = (): Promise<unknown> => {
        const put = new s3.PutObjectCommand({
          ...at(key),
          Body: createReadStream(path),
          ContentLength: bytes,
          ContentType: type,
          ChecksumSHA256: sha256.toString('base64'),
        })
        signContent(put, sha256.toString('hex'))
        return client.send(put, asFile())
      }
      // The library sends no stream twice. The member has waited long enough for a bucket that hangs.
      await putOnce().catch((error: unknown) => {
        if (attemptsMax === 1 || isRefused(error) || isSilent(error)) throw error
        return putOnce()
      })
      return sha256.toString('hex')
    },
    remove: async (key: string): Promise<void> => {
      const { s3, client } = await open()
      await client.send(new s3.DeleteObjectCommand(at(key)), soon())
    },
  }
}

/** Makes the content a part of the signature; by itself the library does this for texts only. */
function signContent(put: PutObjectCommand, sha256: string): void {
  put.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'signContent' },
  )
}

/** Whether a second request would be refused again; after one with a wrong clock the library knows the right one. */
function isRefused(error: unknown): boolean {
  const status = statusOf(error) ?? 500
  const { $metadata: metadata } = error as { $metadata?: { clockSkewCorrected?: boolean } }
  return status >= 400 && status < 500 && metadata?.clockSkewCorrected !== true
}

export async function digestOfFile(path: string): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest() }
}
